import { output } from '../../runtime/kafka/records';
import { emitChannelEvent, emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { sendTopics } from '../../channels/channels';

/** The attempt of the send is due now: writes its record for the senders of the channel. */
export function enqueueSend(context: CommandContext, send: Send): void {
  const { id, businessId, recipientId, attempt, channel } = send;
  context.outputs.push(
    output(sendTopics[channel], recipientId, { send_id: id, business_id: businessId, attempt }),
  );
}

/** Queues the send for the first time: emits the event and writes the record for the senders. */
export function queueSend(context: CommandContext, addressed: AddressedMessage, send: Send): Send {
  const queued: Send = { ...send, state: 'queued', queuedAt: context.now, updatedAt: context.now };
  context.set.sends.save(queued);
  emitQueued(context, addressed, queued);
  enqueueSend(context, queued);
  return queued;
}

function emitQueued(context: CommandContext, addressed: AddressedMessage, send: Send): void {
  const { channel } = send;
  if (channel === 'email') emitEmailEvent(context, 'message.queued', addressed, { send });
  else emitChannelEvent(context, `${channel}.queued`, addressed, send);
}
