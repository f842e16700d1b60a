import type { EmailGateFacts } from '../channels/email/email-gate';
import type { PaidFacts } from '../channels/paid-facts';

/** A send with everything about it, as it stands in the moment of its claim. */
export interface SendSnapshot {
  readonly send: {
    readonly businessId: string;
    readonly id: string;
    readonly attempt: number;
    readonly state: string;
    readonly queuedAt: Date | null;
    readonly submittedAt: Date | null;
    /** Which of the message's nudges it belongs to; null: to none. */
    readonly nudge: number | null;
    /** The number it was queued for; null: an email. */
    readonly phone: string | null;
    /** The country that was charged for. */
    readonly country: string | null;
  };
  readonly message: {
    readonly id: string;
    readonly status: string;
    readonly subject: string;
    readonly body: string;
    readonly reference: string | null;
    readonly orderStatus: string | null;
    /** The last one. */
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

/** What was written down about an attempt before. */
export interface WrittenAttempt {
  readonly sender: string;
  readonly outcome: string | null;
  /** Not null: it was decided that it does not go, and why. */
  readonly skippedReason: string | null;
}

export interface Found {
  readonly snapshot: SendSnapshot;
  readonly attempt: WrittenAttempt | null;
  /** An earlier attempt was written down, and counted with it. */
  readonly isCounted: boolean;
}
