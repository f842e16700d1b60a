import type { HttpReply } from '../shared/http/reply';
import type { Route } from '../shared/http/route';
import type { Channel, EventOn, OutcomeOn } from './outcome';

/** One call of a provider to our callbacks service, signed already. */
export interface SignedCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a stand-in got from us. */
export type SubmissionOn<On extends Channel> = Contents[On] & {
  readonly to: string;
  readonly outcome: OutcomeOn<On>;
  /** The provider's own; null where it took nothing in. */
  readonly id: string | null;
  /** The report of an event. Undefined: the sender asked for none. */
  readonly report: (event: EventOn<On>, at: number) => SignedCall | undefined;
};

interface Contents {
  /** Without bytes where the recipient was refused before the message was handed over. */
  readonly email: { readonly from: string; readonly raw: Buffer | null };
  readonly sms: Text;
  readonly whatsapp: Text;
}

interface Text {
  readonly from: string;
  readonly text: string;
}

/** What the simulator lends to the stand-in of a provider: one channel's people, and time. */
export interface StandInWorld<On extends Channel> {
  readonly settings: WorldSettings;
  /** The product's time. What is held against a clock outside is dated by `realTimeMs`. */
  now(): number;
  realTimeMs(): number;
  /** An address as it is kept; undefined where the text is none. */
  addressIn(text: string): string | undefined;
  /** How a submission to this address ends. */
  outcomeFor(to: string): OutcomeOn<On>;
  /**
   * Shows a submission, and brings about what its outcome says: the arrival, and the reports that follow. `instead` are the
   * reports of one that the provider takes in and then fails for a reason of its own: it does not arrive.
   */
  note(submission: SubmissionOn<On>, instead?: readonly EventOn<On>[]): void;
  /** The time for which a provider says nothing before it drops the connection. */
  hang(): Promise<void>;
  /** The same as the end of a request. */
  noAnswer(): Promise<HttpReply>;
}

/** What a stand-in has to know of us. */
export interface WorldSettings {
  readonly bindAddress: string;
  readonly callbacksUrl: string;
  readonly smsSender: string;
  readonly inboxUrl: string;
}

/** A provider as the simulator plays it: its wire shapes, and the reports that it signs. */
export type StandIn<On extends Channel> = OpenStandIn & (On extends 'email' ? object : Written);

interface OpenStandIn {
  readonly routes: readonly Route[];
  /** Ports of its own beside the simulator's, as the log shows them. */
  readonly ports?: Readonly<Record<string, number>>;
  close?(): Promise<void>;
}

interface Written {
  /** A person writes to a number of ours: how the provider calls that, and hands it on. */
  handOn(words: WordsOfPerson): { readonly id: string; readonly call: SignedCall };
}

export interface WordsOfPerson {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The provider's id of the message that is answered. */
  readonly quotes: string | null;
}
