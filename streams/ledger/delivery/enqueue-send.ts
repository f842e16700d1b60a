import { output } from '../../runtime/kafka/records';
import { emitChannelEvent, emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { sendTopics } from '../../channels/channels';

/** The send's attempt is due now: a sender of its channel takes it from here. */
export function enqueueSend(context: CommandContext, send: Send): void {
  const { id, businessId, recipientId, attempt, channel } = send;
  context.outputs.push(
    output(sendTopics[channel], recipientId, { send_id: id, business_id: businessId, attempt }),
  );
}

/** Queued for the first time: data teams hear of it, and a sender takes it. */
export function queueSend(context: CommandContext, addressed: AddressedMessage, send: Send): Send {
  const queued: Send = { ...send, state: 'queued', queuedAt: context.now, updatedAt: context.now };
  context.set.sends.save(queued);
  tellQueued(context, addressed, queued);
  enqueueSend(context, queued);
  return queued;
}

function tellQueued(context: CommandContext, addressed: AddressedMessage, send: Send): void {
  const { channel } = send;
  if (channel === 'email') emitEmailEvent(context, 'message.queued', addressed, { send });
  else emitChannelEvent(context, `${channel}.queued`, addressed, send);
}
