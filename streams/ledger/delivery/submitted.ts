import { channelHappened, emailHappened, type Concerned } from './domain-events';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { emailWentOut } from './escalation';

/** The provider has it, by its answer or by a report that overtook that (hazard 14). */
export function markSubmitted(turn: Turn, concerned: Concerned, send: Send, providerId: string | null): Send {
  const { now } = turn;
  const submitted: Send = { ...send, answered: true, submittedAt: now, providerId, updatedAt: now };
  turn.set.sends.save(submitted);
  if (send.channel === 'email') {
    emailHappened(turn, 'message.submitted', concerned, { send });
    emailWentOut(turn, concerned, submitted);
  } else channelHappened(turn, `${paidChannelOf(send)}.submitted`, concerned, submitted);
  return submitted;
}
