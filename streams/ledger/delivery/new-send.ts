import type { Channel } from '../../../schemas/channels';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { CommandContext } from '../command-context';

/** A send of the message's newest nudge, before anything is decided about it. */
export function newSend(context: CommandContext, message: Message, channel: Channel): Send {
  const id = context.id('snd');
  return {
    businessId: message.businessId,
    id,
    messageId: message.id,
    recipientId: message.recipientId,
    channel,
    nudge: message.nudge,
    state: 'queued',
    phone: null,
    country: null,
    credits: 0,
    skippedReason: null,
    errorCode: null,
    attempt: 1,
    answered: false,
    providerId: null,
    sendAt: null,
    escalateAfterMinutes: null,
    escalatesAt: null,
    awaitsEmail: false,
    fallbackAsked: false,
    fallbackOf: null,
    queuedAt: null,
    submittedAt: null,
    deliveredAt: null,
    readAt: null,
    bouncedAt: null,
    complainedAt: null,
    createdAt: afterOthers(context, message, id),
    updatedAt: context.now,
  };
}

/**
 * Sends are ordered by decision time, and within one moment by id. Behind a clock that was ahead, one moment lasts for
 * many commands, and their ids follow other clocks. Then a send counts as decided a moment later.
 */
function afterOthers(context: CommandContext, message: Message, id: string): Date {
  const newest = context.sendsOf(message).at(-1);
  if (newest === undefined || newest.createdAt < context.now) return context.now;
  const { createdAt } = newest;
  return newest.id < id ? createdAt : new Date(createdAt.getTime() + 1);
}
