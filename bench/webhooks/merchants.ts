import type { Pusher } from '../businesses';
import { addressOf } from '../services';
import type { Sink } from './sink';

export interface Merchant extends Pusher {
  /** The numbers of its endpoints at the sink. */
  readonly endpoints: readonly number[];
}

/** Registers endpoints as merchants do, this many for each, numbered from `first`. */
export async function registerEndpoints(
  ingressPort: number,
  sink: Sink,
  pushers: readonly Pusher[],
  { first, each }: { readonly first: number; readonly each: number },
): Promise<Merchant[]> {
  const merchants: Merchant[] = [];
  for (const [index, pusher] of pushers.entries()) {
    const endpoints = Array.from({ length: each }, (_, place) => first + index * each + place);
    for (const endpoint of endpoints) await register(ingressPort, pusher, sink.urlOf(endpoint));
    merchants.push({ ...pusher, endpoints });
  }
  return merchants;
}

async function register(ingressPort: number, { apiKey }: Pusher, url: string): Promise<void> {
  const answer = await fetch(`${addressOf(ingressPort)}/api/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.status !== 201) throw new Error(`ingress answered ${answer.status}: ${await answer.text()}`);
}
