import type { Pusher } from '../businesses';
import type { RunLimits } from '../measure/measured-run';

/**
 * Closed: each connection sends its next request after the response to the last. Open: requests leave at fixed times,
 * even if earlier ones are unanswered.
 */
export type LoadShape =
  | { readonly kind: 'closed'; readonly connections: number }
  | { readonly kind: 'open'; readonly perSecond: number };

/** The content of the pushes. */
export interface PushContent {
  /** Pushes in a request; more than one make a batch. */
  readonly inBatchesOf: number;
  /**
   * Recipients of each business, in turn. `new`: each push has its own recipient, whose address and number identify it.
   */
  readonly recipients: number | 'new';
  /** Paid channels that the push requests, with the fields that they need. */
  readonly paidChannels: readonly PaidChannel[];
  /** How long the paid channels wait for the message to be read. */
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

/** One task of the load generator. */
export interface LoadOrder {
  readonly port: number;
  readonly pushers: readonly Pusher[];
  readonly content: PushContent;
  readonly shape: LoadShape;
  readonly limits: RunLimits;
  /** True: it reports at the end when each push was accepted. */
  readonly reportsAccepted?: boolean;
}

/** Sent to the load generator during an order: ends that order at once, as if its time were over. */
export const END_OF_LOAD = { ends: true } as const;

/** The accepted pushes, in the order of their acceptance. */
export interface AcceptedMessage {
  readonly accepted: readonly AcceptedPush[];
}

export interface AcceptedPush {
  readonly number: number;
  /** When its response arrived, in milliseconds of real time. */
  readonly atMs: number;
  readonly latencyMs: number;
}
