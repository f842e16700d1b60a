import type { Child } from '../../services/local/child';
import { PLAIN_PUSHES, type LoadOrder } from '../load/load-order';
import { driveLoad } from '../measure/drive-load';
import { errorLines, rate } from '../measure/texts';
import { takeUsage, usageFigures, type UsageFigures } from '../measure/usage-figures';
import type { Channel, Submitted } from '../provider/submissions';
import { SENDERS, type Delivery } from './delivery';

export interface SenderFigures extends UsageFigures {
  readonly name: string;
  readonly channel: Channel;
  readonly processes: number;
  readonly perSecond: number;
  readonly sent: number;
  readonly wanted: number;
}

const CHANNELS: readonly Channel[] = ['email', 'sms', 'whatsapp'];
const DRAIN_MS = 120_000;
const PUSHING_MS = 60_000;
/** The first tenth is not counted, because it was submitted while the provider held back its responses. */
const NOT_COUNTED = 0.1;

/**
 * Measures how fast the sends of each channel leave, with one process and with two. Each round builds a backlog of
 * pushes for all three channels while no sender runs. Then the senders run one channel after the other. They share the
 * machine only with the ledger, which applies their results and the provider's reports.
 */
export async function measureSenders(delivery: Delivery): Promise<SenderFigures[]> {
  const { progress, settings } = delivery.bench;
  const wanted = settings.quick ? 1_000 : Math.min(settings.seconds * 1_000, 20_000);
  const figures: SenderFigures[] = [];
  for (const processes of [1, 2]) {
    const piling = pileUp(delivery, wanted);
    await progress.step('pushes for all channels', piling, (lines) => lines.join('\n'));
    for (const channel of CHANNELS) {
      const name = `${channel}, ${processes} sender${processes === 1 ? '' : 's'}`;
      const draining = drain(delivery, { channel, processes, wanted, name });
      figures.push(await progress.step(name, draining, ({ perSecond }) => `${name}: ${rate(perSecond)}`));
    }
  }
  return figures;
}

async function pileUp({ generator, bench, shops }: Delivery, count: number): Promise<string[]> {
  const order: LoadOrder = {
    port: bench.ports.INGRESS_PORT,
    pushers: shops,
    content: { ...PLAIN_PUSHES, recipients: 'new', paidChannels: ['sms', 'whatsapp'] },
    shape: { kind: 'closed', connections: 64 },
    limits: { warmUpMs: 0, measureMs: PUSHING_MS, maxRequests: count },
  };
  const { result } = await driveLoad(generator, order, () => undefined);
  return [`${result.sent} pushes wait for senders of all channels`, ...errorLines(result)];
}

interface Drain {
  readonly name: string;
  readonly channel: Channel;
  readonly processes: number;
  readonly wanted: number;
}

async function drain(
  delivery: Delivery,
  { name, channel, processes, wanted }: Drain,
): Promise<SenderFigures> {
  const { provider, start, senderPorts, pids } = delivery;
  await provider.take();
  await provider.hold();
  const ports = senderPorts.slice(0, processes);
  const senders = await Promise.all(ports.map((port) => start.pipeline(SENDERS[channel], port)));
  const watched = { ...pids, ...pidsOf(senders) };
  const before = takeUsage(watched);
  await provider.release();
  await provider.hasReceived(channel, wanted, DRAIN_MS);
  const after = takeUsage(watched);
  await Promise.all(senders.map((sender) => sender.stop()));
  const submitted = (await provider.take())[channel];
  return {
    name,
    channel,
    processes,
    wanted,
    sent: submitted.length,
    perSecond: rateOf(submitted),
    ...usageFigures(before, after, submitted.length),
  };
}

function pidsOf(senders: readonly Child[]): Record<string, number> {
  return Object.fromEntries(senders.map(({ pid }, index) => [`sender ${index + 1}`, pid]));
}

/** Excludes the first submissions. */
function rateOf(submitted: readonly Submitted[]): number {
  const counted = submitted.slice(Math.ceil(submitted.length * NOT_COUNTED));
  const [first, last] = [counted[0], counted[counted.length - 1]];
  return first === undefined || last === undefined
    ? Number.NaN
    : ((counted.length - 1) * 1_000) / (last[1] - first[1]);
}
