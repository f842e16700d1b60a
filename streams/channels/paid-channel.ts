import type { PaidChannel } from '../../schemas/channels';
import type { ChannelEvent } from '../../schemas/generated/channel-event';
import type { Topic } from '../../schemas/topics';
import type { ChannelMode, PaidFacts, Refusal } from './paid-facts';

/** Everything in which the paid channels differ. Code that is not here is shared by all of them. */
export interface PaidChannelRules<Name extends PaidChannel = PaidChannel> {
  readonly events: Topic<ChannelEvent>;
  /** The mode that a business has set for the channel. */
  readonly modeOf: (business: PaidFacts['business']) => ChannelMode;
  /** Whether the channel serves the country. If not, no setting of a business opens it. */
  readonly goesTo: (country: string) => boolean;
  /** Whether the recipient stopped the channel, by text or in another way. */
  readonly isStopped: (recipient: PaidFacts['recipient']) => boolean;
  /** The column of a recipient with the stop that a START lifts. */
  readonly textedStop: `${Name}TextStoppedAt`;
  /** The columns that a stop from the inbox or the dashboard sets. No text lifts such a stop. */
  readonly stoppedBy: (source: StopSource, at: Date) => StopFields;
  /** The column of a recipient with that stop. */
  readonly stop: `${Name}StoppedAt`;
  /** Whether a texted stop holds for all our numbers; otherwise it holds for the number it was sent to. */
  readonly stopsEverywhere: boolean;
  /** Whether a keyword such as STOP is answered. */
  readonly answersWords: boolean;
  /** Whether a text without a keyword is stored as a reply to the business. */
  readonly keepsReplies: boolean;
  /** Whether the platform reports numbers that it cannot reach, which are then remembered (CHAN-12). */
  readonly learnsReach: boolean;
  /** The gates of this channel alone. */
  readonly ownGate: (facts: PaidFacts) => Refusal | null;
  /** The event for a message that was read; null if no provider reports that. */
  readonly readEvent: 'whatsapp.read' | null;
  /** The fallback channel for pushes that ask for one; null: none. */
  readonly fallsBackTo: PaidChannel | null;
  /** The pauses before the second and later attempts. */
  readonly pausesMs: readonly number[];
}

export type StopSource = 'inbox' | 'dashboard';

/** The columns of a recipient for stops that no text lifts. */
export interface StopFields {
  readonly smsStoppedAt?: Date;
  readonly smsStopSource?: StopSource;
  readonly whatsappStoppedAt?: Date;
}
