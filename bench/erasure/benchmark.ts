import { benchOnServers, type Bench } from '../bench';
import type { Benchmark } from '../benchmark';
import type { Pusher } from '../businesses';
import { startPushing } from '../load/pushing';
import { below, goalTable } from '../measure/goals';
import { percentilesOf } from '../measure/percentiles';
import { reportText } from '../measure/report-text';
import { milliseconds } from '../measure/texts';
import { addressOf, serviceStarter } from '../services';
import { giveLongHistory, MESSAGES } from './long-history';

export const erasureBenchmark: Benchmark = {
  name: 'erasure',
  doc: 'a recipient with 10,000 messages is erased, and others are pushed to meanwhile',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) => reportOf(bench.machine, await measureAll(bench))),
};

interface Figures {
  readonly tookMs: number;
  readonly quietMs: readonly number[];
  /** How long pushes took during the erasure. */
  readonly meanwhileMs: readonly number[];
}

const ROUNDS = 3;
const PUSHES_BEFORE = 200;

/** Each round erases another person. A business has one partition, so its own pushes wait behind the erasure. */
async function measureAll(bench: Bench): Promise<Figures[]> {
  const { progress, ports, servers } = bench;
  const pushing = await startPushing(
    bench,
    serviceStarter(bench),
    Array.from({ length: ROUNDS }, () => ({})),
  );
  const rounds: Figures[] = [];
  for (const pusher of pushing.pushers) {
    const caller = callerOf(addressOf(ports.INGRESS_PORT), pusher);
    await caller.push('person@shop.example');
    await giveLongHistory(servers.DATABASE_URL.url, pusher.businessId);
    const name = `erasure ${rounds.length + 1} of ${ROUNDS}`;
    rounds.push(
      await progress.step(name, measureOne(caller), ({ tookMs }) => `${name}: ${milliseconds(tookMs)} ms`),
    );
  }
  await pushing.stop();
  return rounds;
}

async function measureOne(caller: Caller): Promise<Figures> {
  const [quietMs, meanwhileMs]: [number[], number[]] = [[], []];
  while (quietMs.length < PUSHES_BEFORE) quietMs.push(await caller.push('other@shop.example'));
  const progress = { isOver: false };
  const erasing = caller.erase('person@shop.example').finally(() => {
    progress.isOver = true;
  });
  while (!progress.isOver) meanwhileMs.push(await caller.push('other@shop.example'));
  return { tookMs: await erasing, quietMs, meanwhileMs };
}

interface Caller {
  /** Duration in milliseconds. */
  push(email: string): Promise<number>;
  erase(email: string): Promise<number>;
}

function callerOf(ingressUrl: string, { apiKey }: Pusher): Caller {
  let keys = 0;
  const post = async (path: string, status: number, body?: object): Promise<number> => {
    const askedAt = performance.now();
    const answer = await fetch(`${ingressUrl}/api/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': `key ${(keys += 1)}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return performance.now() - askedAt;
  };
  return {
    push: (email) =>
      post('messages', 201, { recipient_email: email, subject: 'Your order', body: 'It is on its way.' }),
    erase: (email) => post(`recipients/${email}/erase`, 200),
  };
}

const MOST_MS = 2_000;
const MOST_HELD_UP_MS = 200;

function reportOf(machine: string, rounds: readonly Figures[]): string {
  const rows = rounds.map(({ tookMs, quietMs, meanwhileMs }, index) => [
    `round ${index + 1}`,
    milliseconds(tookMs),
    milliseconds(percentilesOf(quietMs).p50Ms),
    milliseconds(percentilesOf(meanwhileMs).p50Ms),
    milliseconds(Math.max(...meanwhileMs)),
    String(meanwhileMs.length),
  ]);
  const table = [
    [
      `${MESSAGES} messages`,
      'erased in ms',
      'push before, p50 ms',
      'push meanwhile, p50 ms',
      'slowest ms',
      'pushes',
    ],
    ...rows,
  ];
  const goals = [
    below(MOST_MS, 'erased in, slowest round, ms', Math.max(...rounds.map(({ tookMs }) => tookMs))),
    below(
      MOST_HELD_UP_MS,
      'held up at most, ms',
      Math.max(...rounds.flatMap(({ meanwhileMs }) => meanwhileMs)),
    ),
  ];
  return reportText({
    machine,
    body: [table, goalTable(goals)],
    errors: [],
    noErrors: 'No errors: every push and every erasure was answered as wanted.',
  });
}
