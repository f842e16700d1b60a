import { setTimeout as delay } from 'node:timers/promises';
import { moveClock } from '../../services/simulator/move-clock';
import { END_OF_LOAD, PLAIN_PUSHES, type LoadOrder } from '../load/load-order';
import { pushAndNote } from '../load/push-and-note';
import { driveLoad } from '../measure/drive-load';
import { percentilesOf, type Percentiles } from '../measure/percentiles';
import { errorLines, span } from '../measure/texts';
import { SENDERS, type Delivery } from './delivery';

export interface StormFigures {
  readonly deadlines: number;
  readonly othersPerSecond: number;
  /** Until the ledger had applied the last deadline. */
  readonly appliedAfterMs: number;
  /** Pushes of other businesses, and their number. */
  readonly before: Percentiles & { readonly pushes: number };
  readonly during: Percentiles & { readonly pushes: number };
  readonly errors: readonly string[];
}

/** The default rate of texts to the provider. At that rate, the texts of a storm leave over minutes. */
const CARRIERS_PACE = { SMS_PER_SECOND: '50' };
const HOLD_MINUTES = 5;
const ARMING_MS = 120_000;
/** After half of this time the measurement ends and reports what was applied. */
const MOST_STORM_MS = 60_000;
const MOST_PUSHES = 100_000;
const POLL_MS = 25;

/**
 * All deadlines of one business are due at once while others push as usual. The clock is moved past the deadlines,
 * because the shortest hold is five minutes. During the storm, texts leave at the rate that providers allow.
 */
export async function measureStorm(delivery: Delivery, othersPerSecond: number): Promise<StormFigures> {
  const { bench, start, senderPorts } = delivery;
  const senders = await Promise.all([
    start.pipeline(SENDERS.email, senderPorts[0]),
    start.pipeline(SENDERS.sms, senderPorts[1], CARRIERS_PACE),
  ]);
  const wanted = bench.settings.quick ? 1_000 : 10_000;
  // A smaller storm runs first, because code that has not run yet is slow, in the ledger and the senders.
  await blow(delivery, wanted / 5, othersPerSecond);
  const figures = await blow(delivery, wanted, othersPerSecond);
  await Promise.all(senders.map((sender) => sender.stop()));
  return figures;
}

async function blow(delivery: Delivery, wanted: number, othersPerSecond: number): Promise<StormFigures> {
  const { progress } = delivery.bench;
  const deadlines = await progress.step(
    'armed texts',
    arm(delivery, wanted),
    (count) => `${count} texts are armed and their emails have gone out`,
  );
  return progress.step(
    'storm',
    raise(delivery, deadlines, othersPerSecond),
    ({ appliedAfterMs, before, during }) =>
      `${deadlines} deadlines at once: applied after ${(appliedAfterMs / 1_000).toFixed(1)} s; ${othersPerSecond} pushes ` +
      `of others a second before: ${span(before)}, meanwhile: ${span(during)}`,
  );
}

/** Waits for the emails, because a deadline is postponed if its email has not been sent (NUDGE-13). */
async function arm({ generator, bench, stormy, database }: Delivery, count: number): Promise<number> {
  const order: LoadOrder = {
    port: bench.ports.INGRESS_PORT,
    pushers: [stormy],
    content: {
      ...PLAIN_PUSHES,
      recipients: 'new',
      paidChannels: ['sms'],
      escalateAfterMinutes: HOLD_MINUTES,
    },
    shape: { kind: 'closed', connections: 64 },
    limits: { warmUpMs: 0, measureMs: ARMING_MS, maxRequests: count },
  };
  await driveLoad(generator, order, () => undefined);
  const deadline = performance.now() + ARMING_MS;
  for (;;) {
    const [row] = await database.query<{ armed: number; unsent: number }>(ARMED, [stormy.businessId]);
    if (row?.unsent === 0 || performance.now() > deadline) return row?.armed ?? 0;
    await delay(500);
  }
}

async function raise(delivery: Delivery, deadlines: number, othersPerSecond: number): Promise<StormFigures> {
  const { generator, bench, shops } = delivery;
  const calmMs = bench.settings.seconds * 1_000;
  const order: LoadOrder = {
    port: bench.ports.INGRESS_PORT,
    pushers: shops,
    content: { ...PLAIN_PUSHES, recipients: 'new' },
    shape: { kind: 'open', perSecond: othersPerSecond },
    limits: { warmUpMs: calmMs, measureMs: MOST_STORM_MS, maxRequests: MOST_PUSHES },
  };
  let storm: Promise<Storm> | undefined;
  const load = await pushAndNote(generator, order, () => {
    storm ??= passAllDeadlines(delivery).finally(() => generator.send(END_OF_LOAD));
    return storm;
  });
  const { beganAtMs, endedAtMs } = load.before;
  const between = (fromMs: number, toMs: number): StormFigures['before'] => {
    const latencies = load.accepted
      .filter(({ atMs, latencyMs }) => atMs - latencyMs >= fromMs && atMs - latencyMs < toMs)
      .map(({ latencyMs }) => latencyMs);
    return { ...percentilesOf(latencies), pushes: latencies.length };
  };
  return {
    deadlines,
    othersPerSecond,
    appliedAfterMs: endedAtMs - beganAtMs,
    before: between(beganAtMs - calmMs, beganAtMs),
    during: between(beganAtMs, endedAtMs),
    errors: errorLines(load.result),
  };
}

interface Storm {
  readonly beganAtMs: number;
  readonly endedAtMs: number;
}

async function passAllDeadlines({ database, stormy }: Delivery): Promise<Storm> {
  const now = (): number => performance.timeOrigin + performance.now();
  const beganAtMs = now();
  const behind = await moveClock(database, (HOLD_MINUTES * 60 + 60) * 1_000);
  if (behind.length > 0) throw new Error(`the clock did not reach ${behind.join(', ')}`);
  while (now() < beganAtMs + MOST_STORM_MS / 2) {
    const [row] = await database.query<{ left: boolean }>(LEFT, [stormy.businessId]);
    if (row?.left === false) break;
    await delay(POLL_MS);
  }
  return { beganAtMs, endedAtMs: now() };
}

const ARMED = {
  name: 'benchmark-armed',
  text: `
    SELECT count(*) FILTER (WHERE state = 'armed')::int AS armed,
      count(*) FILTER (WHERE channel = 'email' AND submitted_at IS NULL)::int AS unsent
    FROM sends WHERE business_id = $1`,
};

/** Asks only whether there are any: counting them forty times a second took a tenth of a core from the measurement. */
const LEFT = {
  name: 'benchmark-deadlines-left',
  text: `SELECT EXISTS (SELECT FROM timers WHERE business_id = $1 AND kind = 'escalate') AS left`,
};
