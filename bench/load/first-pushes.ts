import type { BenchmarkSettings } from '../benchmark';
import type { Pusher } from '../businesses';
import { PLAIN_PUSHES, RECIPIENTS_PER_BUSINESS, type LoadOrder } from './load-order';

const FIRST_PUSHES_MS = 60_000;
const QUICK_FIRST_PUSHES_MS = 3_000;

/**
 * One push for each recipient. Without it the first case alone would make new recipients, and no two cases would do
 * the same work; it also is the warm-up of services that have just started.
 */
export function firstPushes(
  pushers: readonly Pusher[],
  { quick, profileFolder }: BenchmarkSettings,
): Omit<LoadOrder, 'port'> {
  const maxRequests = pushers.length * RECIPIENTS_PER_BUSINESS;
  const measureMs = quick || profileFolder !== undefined ? QUICK_FIRST_PUSHES_MS : FIRST_PUSHES_MS;
  return {
    pushers,
    content: PLAIN_PUSHES,
    shape: { kind: 'closed', connections: 256 },
    limits: { warmUpMs: 0, measureMs, maxRequests },
  };
}
