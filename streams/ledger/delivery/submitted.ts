import { emitChannelEvent, emitEmailEvent, type AddressedMessage } from './domain-events';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { emailWentOut } from './escalation';

/** The provider has it: its answer says so, or a report that overtook the answer (HAZ-16). */
export function markSubmitted(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  providerId: string | null,
): Send {
  const { now } = context;
  const submitted: Send = { ...send, answered: true, submittedAt: now, providerId, updatedAt: now };
  context.set.sends.save(submitted);
  if (send.channel === 'email') {
    emitEmailEvent(context, 'message.submitted', addressed, { send });
    emailWentOut(context, addressed, submitted);
  } else emitChannelEvent(context, `${paidChannelOf(send)}.submitted`, addressed, submitted);
  return submitted;
}
