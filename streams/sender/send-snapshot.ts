import type { EmailGateFacts } from '../channels/email/email-gate';
import type { PaidFacts } from '../channels/paid-facts';

/** A send with everything that its sender needs to know, as stored at the moment of the claim. */
export interface SendSnapshot {
  readonly send: {
    readonly businessId: string;
    readonly id: string;
    readonly attempt: number;
    readonly state: string;
    readonly queuedAt: Date | null;
    readonly submittedAt: Date | null;
    /** The number of the nudge that it belongs to; null for an email that brings a fresh link. */
    readonly nudge: number | null;
    /** The phone number that it was queued for; null: an email. */
    readonly phone: string | null;
    /** The country whose price was charged. */
    readonly country: string | null;
  };
  readonly message: {
    readonly id: string;
    readonly status: string;
    readonly subject: string;
    readonly body: string;
    readonly reference: string | null;
    readonly orderStatus: string | null;
    /** The number of the latest nudge. */
    readonly nudge: number;
  };
  readonly recipient: EmailGateFacts['recipient'] &
    PaidFacts['recipient'] & {
      readonly id: string;
      readonly email: string;
      readonly phone: string | null;
      readonly phoneCountry: string | null;
    };
  readonly business: EmailGateFacts['business'] &
    PaidFacts['business'] & {
      readonly emailDailyCap: number;
      readonly recipientDailyEmails: number;
      readonly smsSender: string | null;
      readonly smsEnabledAt: Date | null;
    };
}

/** An attempt as recorded by an earlier claim. */
export interface WrittenAttempt {
  readonly sender: string;
  readonly outcome: string | null;
  /** The reason of the gate that refused it; null if the provider may be called. */
  readonly skippedReason: string | null;
}

export interface Found {
  readonly snapshot: SendSnapshot;
  readonly attempt: WrittenAttempt | null;
  /** Whether an earlier attempt was recorded, and with it the send was counted. */
  readonly isCounted: boolean;
}
