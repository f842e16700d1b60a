import type { Pusher } from '../businesses';
import type { RunLimits } from '../measure/measured-run';

/**
 * Closed: each connection sends its next push when the last one was answered. Open: pushes leave at their time,
 * whatever became of those before.
 */
export type LoadShape =
  | { readonly kind: 'closed'; readonly connections: number }
  | { readonly kind: 'open'; readonly perSecond: number };

/** What the load generator is told to do. */
export interface LoadOrder {
  readonly port: number;
  readonly pushers: readonly Pusher[];
  readonly shape: LoadShape;
  readonly limits: RunLimits;
}
