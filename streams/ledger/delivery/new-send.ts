import type { Channel } from '../../../schemas/channels';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { CommandContext } from '../command-context';

/** A send of the message's newest nudge, before anything has been decided about it. */
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
 * Sends are told apart by when they were decided, those of one moment by their ids. Behind a clock that was ahead one moment
 * lasts for many commands, whose ids go by other clocks: then this one counts as decided a moment later.
 */
function afterOthers(context: CommandContext, message: Message, id: string): Date {
  const newest = context.sendsOf(message).at(-1);
  if (newest === undefined || newest.createdAt < context.now) return context.now;
  const { createdAt } = newest;
  return newest.id < id ? createdAt : new Date(createdAt.getTime() + 1);
}
