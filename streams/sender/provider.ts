/**
 * The outcome of calling a provider for one nudge (PROV-2). The values say whether the message may have arrived,
 * because a nudge that may have arrived is never submitted again (NUDGE-6).
 */
export type Submission =
  | { readonly outcome: 'accepted'; readonly providerId: string | null }
  /** Final: it is never tried again. */
  | { readonly outcome: 'refused'; readonly detail: string }
  /** Final, and the number is remembered (CHAN-12). */
  | { readonly outcome: 'not_on_whatsapp'; readonly detail: string }
  | { readonly outcome: 'throttled'; readonly retryAfterMs: number | null; readonly detail: string }
  /** The provider answered with a passing fault, and certainly did not take the message. */
  | { readonly outcome: 'try_later'; readonly detail: string }
  /** The message certainly did not arrive: no name, no connection, or refused before the message was transmitted. */
  | { readonly outcome: 'not_reached'; readonly detail: string }
  /** The message was transmitted, and there was no answer or one that promises nothing. */
  | { readonly outcome: 'unknown'; readonly detail: string };

/**
 * A client of one provider. It never throws for a fault of the provider. `detail` is logged, so it never names a
 * person.
 */
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
  /** Null: plain text only. */
  readonly html: string | null;
  /** Null: there is nothing to unsubscribe from. */
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
        /** The path for the URL button. The template holds the rest of the URL. */
        readonly link: string;
      }
    | { readonly text: string };
}
