/** What the gates of texts and WhatsApp messages look at, and what they answer. */
import type { PaidChannel } from '../../schemas/channels';

export type ChannelMode = 'not_enabled' | 'off' | 'on_request' | 'on';
export type Review = 'approved' | 'in_review' | 'rejected';

/** The facts that the gates of a paid channel need. The gates are asked at the push and again in the claim (CHAN-5). */
export interface PaidFacts {
  readonly business: {
    readonly name: string;
    readonly active: boolean;
    readonly sendingPaused: boolean;
    readonly smsMode: ChannelMode;
    readonly whatsappMode: ChannelMode;
    readonly smsAllowedCountries: readonly string[];
  };
  readonly recipient: {
    readonly unsubscribedAt: Date | null;
    readonly smsTextStoppedAt: Date | null;
    readonly smsStoppedAt: Date | null;
    readonly whatsappTextStoppedAt: Date | null;
    readonly whatsappStoppedAt: Date | null;
    readonly whatsappWithdrawnAt: Date | null;
    readonly whatsappOptedInAt: Date | null;
  };
  readonly number: NumberFacts | 'none' | 'conflict';
  readonly message: { readonly reference: string | null; readonly orderStatus: string | null };
  /** How the platform judged the template of this order status (CHAN-14). */
  readonly review: Review;
}

export interface NumberFacts {
  readonly country: string;
  /** Channels that are stopped for this number, even if another person held it at that time. */
  readonly stoppedChannels: readonly PaidChannel[];
  /** Whether the platform said that the number is not on WhatsApp (CHAN-12). */
  readonly unreachable: boolean;
  /** Paid nudges of the business to this number in the ten minutes before this one is due (CHAN-11). */
  readonly recentSends: number;
}

export interface Refusal {
  readonly reason: string;
  /** WhatsApp cannot carry the message, so a fallback text that was asked for goes at once (NUDGE-14). */
  readonly textInstead: boolean;
}
