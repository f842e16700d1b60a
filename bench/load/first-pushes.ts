import type { BenchmarkSettings } from '../benchmark';
import type { Pusher } from '../businesses';
import { PLAIN_PUSHES, RECIPIENTS_PER_BUSINESS, type LoadOrder } from './load-order';

const FIRST_PUSHES_MS = 60_000;
const QUICK_FIRST_PUSHES_MS = 3_000;

/**
 * Makes one push for each recipient. Otherwise only the first case would create recipients, and the cases would do
 * different work. It also warms up the services.
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
