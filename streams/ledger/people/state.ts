import type { Channel, PaidChannel } from '../../../schemas/channels';

/** A stop that a START lifts, and one that stays, for each paid channel. */
type Stops = Readonly<Record<`${PaidChannel}TextStoppedAt` | `${PaidChannel}StoppedAt`, Date | null>>;

export interface Recipient extends Stops {
  readonly businessId: string;
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneCountry: string | null;
  /** The number held before, and until when: a STOP from it may still be under way. */
  readonly leftNumberHash: Buffer | null;
  readonly leftNumberAt: Date | null;
  /** When a number was first accepted, and on which route: written once (2.10). */
  readonly smsConsentAt: Date | null;
  readonly smsConsentSource: string | null;
  readonly smsStopSource: string | null;
  readonly whatsappOptedInAt: Date | null;
  readonly whatsappOptInSource: string | null;
  readonly whatsappOptInWording: string | null;
  readonly whatsappWithdrawnAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly suppressedAt: Date | null;
  readonly createdAt: Date;
}

export interface NumberStop {
  readonly businessId: string;
  readonly numberHash: Buffer;
  readonly channel: PaidChannel;
  readonly source: 'text' | 'inbox' | 'dashboard' | 'withdrawn';
  readonly stoppedAt: Date;
}

export interface Suppression {
  readonly businessId: string;
  readonly addressHash: Buffer;
  readonly kind: 'bounced' | 'complained' | 'unsubscribed';
  readonly suppressedAt: Date;
}

export interface PlatformSuppression {
  readonly addressHash: Buffer;
  readonly suppressedAt: Date;
}

export interface UnreachableNumber {
  readonly numberHash: Buffer;
  readonly until: Date;
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
