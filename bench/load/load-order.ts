import type { Pusher } from '../businesses';
import type { RunLimits } from '../measure/measured-run';

/**
 * Closed: each connection sends its next request when the last one was answered. Open: requests leave at their time,
 * whatever became of those before.
 */
export type LoadShape =
  | { readonly kind: 'closed'; readonly connections: number }
  | { readonly kind: 'open'; readonly perSecond: number };

/** What is pushed. */
export interface PushContent {
  /** Pushes in a request; with more than one it is a batch. */
  readonly inBatchesOf: number;
  /** So many of each business, in turn. New: each push has one of its own, whose address and number tell which push it was. */
  readonly recipients: number | 'new';
  /** Paid channels that are asked for, with all they need. */
  readonly paidChannels: readonly PaidChannel[];
  /** Those wait for so long until the message is read. */
  readonly escalateAfterMinutes: number | null;
}

export type PaidChannel = 'sms' | 'whatsapp';

export const RECIPIENTS_PER_BUSINESS = 1_000;

/** An email to one of a thousand recipients. */
export const PLAIN_PUSHES: PushContent = {
  inBatchesOf: 1,
  recipients: RECIPIENTS_PER_BUSINESS,
  paidChannels: [],
  escalateAfterMinutes: null,
};

/** What the load generator is told to do. */
export interface LoadOrder {
  readonly port: number;
  readonly pushers: readonly Pusher[];
  readonly content: PushContent;
  readonly shape: LoadShape;
  readonly limits: RunLimits;
  /** It says in the end when which push was accepted. */
  readonly tellsAccepted?: boolean;
}

/** Said while it works on an order: the order ends now, as if its time were over. */
export const END_OF_LOAD = { ends: true } as const;

/** What was accepted, in the order of that. */
export interface AcceptedMessage {
  readonly accepted: readonly AcceptedPush[];
}

export interface AcceptedPush {
  readonly number: number;
  /** When its answer came, in milliseconds of real time. */
  readonly atMs: number;
  readonly latencyMs: number;
}
