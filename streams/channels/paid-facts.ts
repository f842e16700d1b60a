import type { PaidChannel } from '../../schemas/channels';

export type ChannelMode = 'not_enabled' | 'off' | 'on_request' | 'on';
export type Review = 'approved' | 'in_review' | 'rejected';

/** What stands between a paid nudge and its recipient. The same is asked at the push and again at the last moment. */
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
  /** How the platform judged the template of this order status. */
  readonly review: Review;
}

export interface NumberFacts {
  readonly country: string;
  /** Channels that somebody stopped for this number, whoever holds it now. */
  readonly stoppedChannels: readonly PaidChannel[];
  /** The WhatsApp platform said that the number is not on it. */
  readonly unreachable: boolean;
  /** Paid nudges of the business to this number within the ten minutes before this one goes, or was to go. */
  readonly recentSends: number;
}

export interface Refusal {
  readonly reason: string;
  /** WhatsApp cannot carry the message at all: a fallback text goes at once, where one was asked for. */
  readonly textInstead: boolean;
}
