import type { Channel, Message, Send } from '../state';
import type { Turn } from '../turn';

/** A send of the message's newest nudge, before anything has been decided about it. */
export function newSend(turn: Turn, message: Message, channel: Channel): Send {
  return {
    businessId: message.businessId,
    id: turn.id('snd'),
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
    createdAt: turn.now,
    updatedAt: turn.now,
  };
}
