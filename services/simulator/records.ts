import { ChannelRecord, type Change } from './channel-record';
import type { EmailSubmission } from './email/mail';
import type { SmsSubmission } from './sms/text-message';
import type { WhatsappSubmission } from './whatsapp/whatsapp-message';

/** The three channels, each with what it knows of its submissions. */
export interface Records {
  readonly email: ChannelRecord<'email', EmailSubmission>;
  readonly sms: ChannelRecord<'sms', SmsSubmission>;
  readonly whatsapp: ChannelRecord<'whatsapp', WhatsappSubmission>;
}

export function createRecords(announce: (change: Change) => void): Records {
  return {
    email: new ChannelRecord('email', announce, ({ mail }) => mail?.raw.length ?? 0),
    sms: new ChannelRecord('sms', announce),
    whatsapp: new ChannelRecord('whatsapp', announce),
  };
}
