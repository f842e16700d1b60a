import type { Channel } from '../../../schemas/channels';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { Turn } from '../command-context';

/** A send of the message's newest nudge, before anything has been decided about it. */
export function newSend(turn: Turn, message: Message, channel: Channel): Send {
  const id = turn.id('snd');
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
    createdAt: afterOthers(turn, message, id),
    updatedAt: turn.now,
  };
}

/**
 * Sends are told apart by when they were decided, those of one moment by their ids. Behind a clock that was ahead one moment
 * lasts for many commands, whose ids go by other clocks: then this one counts as decided a moment later.
 */
function afterOthers(turn: Turn, message: Message, id: string): Date {
  const newest = turn.sendsOf(message).at(-1);
  if (newest === undefined || newest.createdAt < turn.now) return turn.now;
  const { createdAt } = newest;
  return newest.id < id ? createdAt : new Date(createdAt.getTime() + 1);
}
