import type { PaidChannel } from '../../schemas/channels';
import type { ChannelEvent } from '../../schemas/generated/channel-event';
import type { Topic } from '../../schemas/topics';
import type { ChannelMode, PaidFacts, Refusal } from './paid-facts';

/** Everything in which one paid channel differs from another. What they share is written once, for all of them. */
export interface PaidChannelRules<Name extends PaidChannel = PaidChannel> {
  readonly events: Topic<ChannelEvent>;
  /** What a business has set for the channel. */
  readonly modeOf: (business: PaidFacts['business']) => ChannelMode;
  /** Whether it goes to a country at all, whatever a business allows. */
  readonly goesTo: (country: string) => boolean;
  /** The recipient stopped it, by a text or in another way. */
  readonly isStopped: (recipient: PaidFacts['recipient']) => boolean;
  /** Where a recipient's row has the stop that a START lifts. */
  readonly textedStop: `${Name}TextStoppedAt`;
  /** The change of a recipient's row by a stop that no text lifts. */
  readonly stoppedBy: (source: StopSource, at: Date) => StopFields;
  /** Where a recipient's row has that stop. */
  readonly stop: `${Name}StoppedAt`;
  /** A texted stop holds whatever number of ours it was sent to; else for that number alone. */
  readonly stopsEverywhere: boolean;
  /** A word such as STOP is answered, up to so many times a day. */
  readonly answersWords: boolean;
  /** What is no such word is a reply to the business, and is kept for it. */
  readonly keepsReplies: boolean;
  /** The platform says whether a number can be reached at all, and that is remembered. */
  readonly learnsReach: boolean;
  /** What it asks beyond what every paid channel asks. */
  readonly ownGate: (facts: PaidFacts) => Refusal | null;
  /** The event that tells that it was read; null where nobody reports that. */
  readonly readEvent: 'whatsapp.read' | null;
  /** The channel that takes over where a push asked for that; null where none does. */
  readonly fallsBackTo: PaidChannel | null;
  /** Pauses before the second attempt at submission and those after it. */
  readonly pausesMs: readonly number[];
}

export type StopSource = 'inbox' | 'dashboard';

/** The columns of a recipient that hold stops which no text lifts. */
export interface StopFields {
  readonly smsStoppedAt?: Date;
  readonly smsStopSource?: StopSource;
  readonly whatsappStoppedAt?: Date;
}
