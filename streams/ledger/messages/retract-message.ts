import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { RetractMessage } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { cancelAll } from '../delivery/cancel';

/**
 * The message stays in the inbox, marked as retracted (MSG-12). Nudges that no provider was given are cancelled and
 * refunded (NUDGE-4).
 */
export const retractMessage: Decide<RetractMessage> = (context, { message_id: id }) => {
  const message = context.message(id);
  const recipient = message && context.recipient(message.recipientId);
  if (message === undefined || recipient === undefined) return refused('message.not_found');
  if (message.status === 'retracted') return { status: 200, body: ALREADY_RETRACTED };

  const retracted = {
    ...message,
    status: 'retracted' as const,
    retractedAt: context.now,
    updatedAt: context.now,
  };
  context.set.messages.save(retracted);
  cancelAll(context, { message: retracted, recipient });
  return { status: 200, body: RETRACTED };
};

const RETRACTED: ResponseBody<'RetractResult'> = { retracted: true, status: 'retracted' };
const ALREADY_RETRACTED: ResponseBody<'RetractResult'> = { retracted: false, status: 'retracted' };
