import type { RetractMessage } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { callOff } from '../nudge/call-off';
import { settleFallback } from '../nudge/fallback';

/** Specification 3.1: dimmed, not deleted; whatever no provider has been given is called off and given back. */
export const retractMessage: Decide<RetractMessage> = (turn, { message_id: id }) => {
  const message = turn.message(id);
  const recipient = message && turn.recipient(message.recipientId);
  if (message === undefined || recipient === undefined) return refused(404, 'message.not_found');
  if (message.status === 'retracted') return { status: 200, body: { retracted: false, status: 'retracted' } };

  const retracted = { ...message, status: 'retracted' as const, retractedAt: turn.now, updatedAt: turn.now };
  turn.set.messages.save(retracted);
  const sends = turn.sendsOf(message);
  callOff(turn, { message: retracted, recipient }, sends, 'retracted');
  for (const send of turn.sendsOf(message)) if (send.fallbackAsked) settleFallback(turn, send);
  return { status: 200, body: { retracted: true, status: 'retracted' } };
};
