import type { PaidChannel } from '../../../schemas/channels';
import type { Send } from './tables';

/** For a send that is no email. */
export function paidChannelOf({ id, channel }: Send): PaidChannel {
  if (channel === 'email') throw new Error(`the send ${id} is an email and costs nothing`);
  return channel;
}
