import type { PostmarkOptions } from './email/postmark-reports';
import type { TwilioAccount } from './sms/twilio-reports';
import type { MetaNumber } from './whatsapp/meta-reports';

/** Those who report to us, each with what it signs with. */
export interface Reporters {
  readonly postmark: PostmarkOptions;
  readonly twilio: TwilioAccount;
  readonly meta: MetaNumber;
}
