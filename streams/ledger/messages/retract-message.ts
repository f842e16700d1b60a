import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { RetractMessage } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { callOffAll } from '../delivery/cancel';

/** Specification 3.1: dimmed, not deleted; whatever no provider has been given is called off and given back. */
export const retractMessage: Decide<RetractMessage> = (turn, { message_id: id }) => {
  const message = turn.message(id);
  const recipient = message && turn.recipient(message.recipientId);
  if (message === undefined || recipient === undefined) return refused('message.not_found');
  if (message.status === 'retracted') return { status: 200, body: ALREADY_RETRACTED };

  const retracted = { ...message, status: 'retracted' as const, retractedAt: turn.now, updatedAt: turn.now };
  turn.set.messages.save(retracted);
  callOffAll(turn, { message: retracted, recipient });
  return { status: 200, body: RETRACTED };
};

const RETRACTED: ResponseBody<'RetractResult'> = { retracted: true, status: 'retracted' };
const ALREADY_RETRACTED: ResponseBody<'RetractResult'> = { retracted: false, status: 'retracted' };
