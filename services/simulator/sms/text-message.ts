import type { Submission } from '../channel-record';

export interface SmsSubmission extends Submission<'sms'> {
  readonly from: string;
  readonly text: string;
  /** Where its reports go; null where the sender wants none. */
  readonly statusCallback: string | null;
}
