/**
 * What became of handing one nudge to the outside. The values tell apart what the promise "never submitted twice" turns
 * on: whether the message can have arrived.
 */
export type Submission =
  | { readonly outcome: 'accepted'; readonly providerId: string | null }
  /** For good: it is never tried again. */
  | { readonly outcome: 'refused'; readonly detail: string }
  /** For good, and the number is learned. */
  | { readonly outcome: 'not_on_whatsapp'; readonly detail: string }
  | { readonly outcome: 'throttled'; readonly retryAfterMs: number | null; readonly detail: string }
  /** The provider answered with a fault that can pass, and promises that it has not taken the message. */
  | { readonly outcome: 'try_later'; readonly detail: string }
  /** Certainly never got there: no name, no connection, or refused before the message was handed over. */
  | { readonly outcome: 'not_reached'; readonly detail: string }
  /** Handed over, and no answer, or one that promises nothing. */
  | { readonly outcome: 'unknown'; readonly detail: string };

/** Never throws for what the outside does, and `detail` never names the person: it goes into logs. */
export interface Provider<Nudge> {
  submit(nudge: Nudge, signal: AbortSignal): Promise<Submission>;
  close(): Promise<void>;
}

export interface EmailNudge {
  readonly businessId: string;
  readonly sendId: string;
  readonly to: string;
  readonly fromName: string;
  readonly fromAddress: string;
  readonly subject: string;
  readonly text: string;
  /** Null: plain text alone. */
  readonly html: string | null;
  /** Null where there is no list to leave. */
  readonly unsubscribeUrl: string | null;
}

export interface SmsNudge {
  readonly businessId: string;
  readonly sendId: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

export interface WhatsappNudge {
  readonly businessId: string;
  readonly sendId: string;
  readonly to: string;
  readonly content:
    | {
        readonly template: string;
        readonly parameters: readonly string[];
        /** Path part for the URL button: the template holds the rest of the address. */
        readonly link: string;
      }
    | { readonly text: string };
}
