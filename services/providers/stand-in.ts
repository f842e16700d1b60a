import type { HttpReply } from '../shared/http/reply';
import type { Route } from '../shared/http/route';
import type { Channel, EventOn, OutcomeOn } from './outcome';

/** A request that a simulated provider makes to our callbacks service, with its signature. */
export interface SignedCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A submission that a stand-in received from a sender. */
export type SubmissionOn<On extends Channel> = Contents[On] & {
  readonly to: string;
  readonly outcome: OutcomeOn<On>;
  /** The provider's id; null if the provider did not accept the submission. */
  readonly id: string | null;
  /** Builds the report of an event. Returns undefined if the sender did not ask for reports. */
  readonly report: (event: EventOn<On>, at: number) => SignedCall | undefined;
};

interface Contents {
  /** `raw` is null if the recipient was refused before the message was transmitted. */
  readonly email: { readonly from: string; readonly raw: Buffer | null };
  readonly sms: Text;
  readonly whatsapp: Text;
}

interface Text {
  readonly from: string;
  readonly text: string;
}

/** What the simulator gives a stand-in: the people of one channel, and the time. */
export interface StandInWorld<On extends Channel> {
  readonly settings: WorldSettings;
  /** The product's time, which can be moved. Signatures that expire carry `realTimeMs` instead. */
  now(): number;
  realTimeMs(): number;
  /** Returns the address in its stored form; undefined if the text is not an address. */
  addressIn(text: string): string | undefined;
  /** How a submission to this address ends. */
  outcomeFor(to: string): OutcomeOn<On>;
  /**
   * Lists a submission, then delivers it and posts its reports, as its outcome says. With `instead` it is not delivered
   * and these events are reported: the provider accepted it, and failed it later for a reason of its own.
   */
  note(submission: SubmissionOn<On>, instead?: readonly EventOn<On>[]): void;
  /** Waits for as long as a silent provider holds the connection. */
  hang(): Promise<void>;
  /** Waits for as long, then closes the connection of a request. */
  noAnswer(): Promise<HttpReply>;
}

/** Settings of the simulator that stand-ins use. */
export interface WorldSettings {
  readonly bindAddress: string;
  readonly callbacksUrl: string;
  readonly smsSender: string;
  readonly inboxUrl: string;
}

/** A provider inside the simulator: its wire formats and its signed callbacks. */
export type StandIn<On extends Channel> = OpenStandIn & (On extends 'email' ? object : Written);

interface OpenStandIn {
  readonly routes: readonly Route[];
  /** Other ports on which it listens, by their names in the log. */
  readonly ports?: Readonly<Record<string, number>>;
  close?(): Promise<void>;
}

interface Written {
  /**
   * A person writes to one of our numbers. Returns the provider's id of the message, and the callback that reports it.
   */
  handOn(words: WordsOfPerson): { readonly id: string; readonly call: SignedCall };
}

export interface WordsOfPerson {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The provider's id of the message that the person replies to. */
  readonly quotes: string | null;
}
