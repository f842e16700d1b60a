import {
  eventTypes,
  type AccountEventType,
  type ChannelEventType,
  type MessageEventType,
} from '../../schemas/events';
import { topics } from '../../schemas/topics';
import type { AccountEvent } from '../../schemas/generated/account-event';
import { output } from '../runtime/records';
import type { EventRow, Message, Recipient, Send } from './state';
import type { Turn } from './turn';

/** The message that something happened to, and whose it is. */
export interface Concerned {
  readonly message: Message;
  readonly recipient: Recipient;
}

export function messageHappened(
  turn: Turn,
  type: MessageEventType,
  { message, recipient }: Concerned,
  { sendId = null, reason = null }: { readonly sendId?: string | null; readonly reason?: string | null } = {},
): void {
  const id = turn.id('evt');
  turn.happened({
    output: output(topics.eventsMessage, turn.businessId, {
      ...headOf(turn, id, type),
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: sendId,
      order_status: message.orderStatus,
      reason,
    }),
    row: rowOf(turn, id, type, {
      recipientId: recipient.id,
      messageId: message.id,
      data: { ...messageData({ message, recipient }), ...(reason === null ? {} : { reason }) },
    }),
  });
}

/** What happened to a paid nudge, told with the send as it is then. */
export function channelHappened(turn: Turn, type: ChannelEventType, concerned: Concerned, send: Send): void {
  const id = turn.id('evt');
  const { message, recipient } = concerned;
  const topic = send.channel === 'sms' ? topics.eventsSms : topics.eventsWhatsapp;
  const hasEnded = type.endsWith('.failed') || type.endsWith('.rejected');
  const errorCode = hasEnded ? (send.errorCode ?? send.skippedReason) : null;
  turn.happened({
    output: output(topic, turn.businessId, {
      ...headOf(turn, id, type),
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: send.id,
      credits: send.credits,
      country: send.country,
      error_code: errorCode,
      skipped_reason: send.skippedReason,
      fallback_of: send.fallbackOf,
    }),
    row: rowOf(turn, id, type, {
      recipientId: recipient.id,
      messageId: message.id,
      data: {
        ...messageData(concerned),
        send_id: send.id,
        credits: send.credits,
        ...(hasEnded ? { error_code: errorCode } : {}),
        fallback_of: send.fallbackOf,
      },
    }),
  });
}

type AccountFacts = Partial<
  Pick<AccountEvent, 'credits' | 'balance' | 'threshold' | 'plan' | 'period_ends_at' | 'allowance' | 'used'>
>;

export function accountHappened(turn: Turn, type: AccountEventType, facts: AccountFacts): void {
  const id = turn.id('evt');
  const { period_ends_at: endsAt = null, ...others } = facts;
  const data = { ...others, ...(endsAt === null ? {} : { period_ends_at: new Date(endsAt).toISOString() }) };
  turn.happened({
    output: output(topics.eventsAccount, turn.businessId, {
      ...headOf(turn, id, type),
      ...NO_FACTS,
      ...facts,
    }),
    row: rowOf(turn, id, type, { recipientId: null, messageId: null, data }),
  });
}

const NO_FACTS = {
  recipient_id: null,
  credits: null,
  balance: null,
  threshold: null,
  plan: null,
  period_ends_at: null,
  allowance: null,
  used: null,
};

/** D11: what every event about a message tells. */
function messageData({ message, recipient }: Concerned): Record<string, unknown> {
  return {
    message_id: message.id,
    recipient_email: recipient.email,
    reference: message.reference,
    order_status: message.orderStatus,
  };
}

/** What every record on an event topic begins with. */
function headOf(turn: Turn, id: string, type: string) {
  return { event_id: id, type, occurred_at: turn.now.getTime(), business_id: turn.businessId };
}

function rowOf(
  { businessId, now }: Turn,
  id: string,
  type: keyof typeof eventTypes,
  about: Pick<EventRow, 'recipientId' | 'messageId' | 'data'>,
): EventRow | undefined {
  return eventTypes[type].webhook ? { businessId, id, type, occurredAt: now, ...about } : undefined;
}
