import type { PaidChannel } from '../../channels/paid-gate';
import type { Send } from './state';

/** For a send that is no email. */
export function paidChannelOf({ channel }: Send): PaidChannel {
  return channel === 'whatsapp' ? 'whatsapp' : 'sms';
}
