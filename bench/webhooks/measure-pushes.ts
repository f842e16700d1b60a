import type { Bench } from '../bench';
import type { LoadShape } from '../load/load-order';
import { pushAndNote, tracedPushes } from '../load/push-and-note';
import type { Pushing } from '../load/pushing';
import { percentilesOf, type Percentiles } from '../measure/percentiles';
import { errorLines } from '../measure/texts';
import type { Merchant } from './merchants';
import type { Sink } from './sink';

/** Pushes that cause webhooks: sending is paused, so each push makes an event. */
export interface WebhookPushes {
  readonly name: string;
  readonly pushesPerSecond: number;
  /** Counted only during the pushes. */
  readonly webhooksPerSecond: number;
  /** From when the push was written to the socket until its webhook arrived. */
  readonly delay: Percentiles;
  readonly missing: number;
  readonly errors: readonly string[];
}

export interface WebhookPushBench {
  readonly bench: Bench;
  readonly pushing: Pushing;
  readonly sink: Sink;
  readonly merchants: readonly Merchant[];
}

const LAST_MS = 60_000;

export async function measureWebhookPushes(
  { bench, pushing, sink, merchants }: WebhookPushBench,
  name: string,
  shape: LoadShape,
): Promise<WebhookPushes> {
  await sink.take();
  const order = tracedPushes(bench, merchants, shape);
  const { result, before, after, accepted } = await pushAndNote(
    pushing.generator,
    order,
    () => performance.timeOrigin + performance.now(),
  );
  await sink.received(accepted.length, LAST_MS);
  const receivedAt = new Map((await sink.take()).map(({ push, atMs }) => [push, atMs]));
  const measured = accepted.filter(({ atMs }) => atMs >= before && atMs < after);
  return {
    name,
    pushesPerSecond: result.perSecond,
    webhooksPerSecond:
      ([...receivedAt.values()].filter((atMs) => atMs >= before && atMs < after).length * 1_000) /
      (after - before),
    delay: percentilesOf(
      measured.flatMap(({ number, atMs, latencyMs }) => {
        const at = receivedAt.get(number);
        return at === undefined ? [] : [at - (atMs - latencyMs)];
      }),
    ),
    missing: accepted.filter(({ number }) => !receivedAt.has(number)).length,
    errors: errorLines(result),
  };
}
