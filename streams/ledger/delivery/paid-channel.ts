import type { PaidChannel } from '../../../schemas/channels';
import type { Send } from './tables';

/** The channel of a send that costs credits. To ask for it on an email is a defect. */
export function paidChannelOf({ id, channel }: Send): PaidChannel {
  if (channel === 'email') throw new Error(`the send ${id} is an email, which is no paid channel`);
  return channel;
}
