import type { PaidChannel } from '../rules/paid-gate';
import type { Channel } from './state';

// The rows of store/people-tables.ts: what people say to us, and what it takes to forget them.

/** An erasure under way. It names nobody: what it looks for, it knows by id or by keyed hash. */
export interface Erasure {
  readonly businessId: string;
  /** The command that began it. */
  readonly id: string;
  readonly kind: 'recipient' | 'whatsapp';
  readonly recipientId: string | null;
  readonly addressHash: Buffer;
  /** Keyed hashes of the numbers it has come across: the two held last, and those of the sends that are gone. */
  readonly numbers: readonly string[];
  readonly keyHash: Buffer | null;
  readonly fingerprint: Buffer | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly startedAt: Date;
}

/** When a number was last told that its reply was passed on. */
export interface Acknowledgement {
  readonly businessId: string;
  readonly numberHash: Buffer;
  /** Who wrote from it. Null where an earlier release wrote the row, for a day. */
  readonly recipientId: string | null;
  readonly acknowledgedAt: Date;
}

/** A number's owner has stopped a number of ours. No business owns it. */
export interface TextedStop {
  readonly numberHash: Buffer;
  readonly ownNumber: string;
  readonly channel: PaidChannel;
  readonly stoppedAt: Date;
}

/** What a recipient wrote on WhatsApp. */
export interface WhatsappReply {
  readonly businessId: string;
  readonly id: string;
  readonly recipientId: string;
  readonly messageId: string;
  readonly text: string;
  readonly providerId: string;
  /** The email that carries it to the business, where one was asked for. */
  readonly forwardNoticeId: string | null;
  readonly receivedAt: Date;
}

/** An event on its way to an endpoint, as far as the ledger knows of it. */
export interface QueuedDelivery {
  readonly businessId: string;
  readonly endpointId: string;
  readonly eventId: string;
}

/** A free answer that waits for its sender. */
export interface Notice {
  readonly businessId: string;
  readonly id: string;
  readonly channel: Channel;
  /** The person it is to be erased with: a recipient, or the keyed hash of a number. */
  readonly recipientId: string;
  readonly address: string;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly text: string;
  readonly cause: string;
  readonly createdAt: Date;
  /** Not null: it has gone out, or there was nothing to say; only its cause is of interest. */
  readonly takenAt: Date | null;
}
