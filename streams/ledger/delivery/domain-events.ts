import {
  eventTypes,
  type AccountEventType,
  type ChannelEventType,
  type MessageEventType,
} from '../../../schemas/events';
import { topics } from '../../../schemas/topics';
import type { AccountEvent } from '../../../schemas/generated/account-event';
import { output } from '../../runtime/kafka/records';
import { knownOrderStatus } from '../../wording/order-status';
import type { Recipient, WhatsappReply } from '../people/tables';
import type { EventRow, Send } from './tables';
import type { Message } from '../messages/tables';
import type { Turn } from '../command-context';
import { paidChannels } from '../../channels/channels';
import { paidChannelOf } from './paid-channel';

/** The message that something happened to, and whose it is. */
export interface Concerned {
  readonly message: Message;
  readonly recipient: Recipient;
}

/**
 * What every record on an event topic begins with is spelled out in each: an object that begins with a spread grows field by
 * field, which took 6 % of the ledger's time in a storm of deadlines.
 */
export function messageHappened(
  turn: Turn,
  type: MessageEventType,
  { message, recipient }: Concerned,
  { sendId = null, reason = null }: { readonly sendId?: string | null; readonly reason?: string | null } = {},
): void {
  const id = turn.id('evt');
  turn.happened({
    output: output(topics.eventsMessage, turn.businessId, {
      event_id: id,
      type,
      occurred_at: turn.now.getTime(),
      business_id: turn.businessId,
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: sendId,
      // Any other is the merchant's own words, and what is told here is never erased.
      order_status: knownOrderStatus(message.orderStatus),
      reason,
    }),
    row: rowOf(turn, id, type, () => ({
      recipientId: recipient.id,
      messageId: message.id,
      data: { ...messageData({ message, recipient }), ...(reason === null ? {} : { reason }) },
    })),
  });
}

/** What happened to an email. One that brings a fresh link is no nudge: what becomes of it is not the message's story. */
export function emailHappened(
  turn: Turn,
  type: MessageEventType,
  concerned: Concerned,
  { send, reason = null }: { readonly send: Send; readonly reason?: string | null },
): void {
  if (send.nudge !== null) messageHappened(turn, type, concerned, { sendId: send.id, reason });
}

/** What happened to a paid nudge, told with the send as it is then. */
export function channelHappened(turn: Turn, type: ChannelEventType, concerned: Concerned, send: Send): void {
  const { id, record, errorCode } = channelRecord(turn, type, send);
  const { message, recipient } = concerned;
  turn.happened({
    output: record,
    row: rowOf(turn, id, type, () => ({
      recipientId: recipient.id,
      messageId: message.id,
      data: {
        ...messageData(concerned),
        send_id: send.id,
        credits: send.credits,
        ...(hasEnded(type) ? { error_code: errorCode } : {}),
        fallback_of: send.fallbackOf,
      },
    })),
  });
}

/** For data teams alone, who know people by their ids: nothing is written down that names the recipient. */
export function channelRecorded(turn: Turn, type: ChannelEventType, send: Send): void {
  turn.outputs.push(channelRecord(turn, type, send).record);
}

function channelRecord(turn: Turn, type: ChannelEventType, send: Send) {
  const id = turn.id('evt');
  const topic = paidChannels[paidChannelOf(send)].events;
  const errorCode = hasEnded(type) ? (send.errorCode ?? send.skippedReason) : null;
  const record = output(topic, turn.businessId, {
    event_id: id,
    type,
    occurred_at: turn.now.getTime(),
    business_id: turn.businessId,
    recipient_id: send.recipientId,
    message_id: send.messageId,
    send_id: send.id,
    credits: send.credits,
    country: send.country,
    error_code: errorCode,
    skipped_reason: send.skippedReason,
    fallback_of: send.fallbackOf,
  });
  return { id, record, errorCode };
}

function hasEnded(type: ChannelEventType): boolean {
  return type.endsWith('.failed') || type.endsWith('.rejected');
}

/** The recipient wrote back. Their words are in the row alone, which is erased with them. */
export function replied(turn: Turn, concerned: Concerned, reply: WhatsappReply): void {
  const id = turn.id('evt');
  const type = 'whatsapp.inbound_message';
  const { message, recipient } = concerned;
  turn.happened({
    output: output(topics.eventsWhatsapp, turn.businessId, {
      event_id: id,
      type,
      occurred_at: turn.now.getTime(),
      business_id: turn.businessId,
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: null,
      credits: null,
      country: recipient.phoneCountry,
      error_code: null,
      skipped_reason: null,
      fallback_of: null,
    }),
    row: rowOf(turn, id, type, () => ({
      recipientId: recipient.id,
      messageId: message.id,
      data: {
        ...messageData(concerned),
        reply_id: reply.id,
        text: reply.text,
        received_at: reply.receivedAt.toISOString(),
      },
    })),
  });
}

type AccountFacts = Partial<
  Pick<
    AccountEvent,
    'recipient_id' | 'credits' | 'balance' | 'threshold' | 'plan' | 'period_ends_at' | 'allowance' | 'used'
  >
>;

export function accountHappened(turn: Turn, type: AccountEventType, facts: AccountFacts): void {
  const id = turn.id('evt');
  const { period_ends_at: endsAt, ...others } = facts;
  const data = { ...others, ...(endsAt === undefined ? {} : { period_ends_at: textOf(endsAt) }) };
  turn.happened({
    output: output(topics.eventsAccount, turn.businessId, {
      event_id: id,
      type,
      occurred_at: turn.now.getTime(),
      business_id: turn.businessId,
      ...NO_FACTS,
      ...facts,
    }),
    row: rowOf(turn, id, type, () => ({ recipientId: null, messageId: null, data })),
  });
}

function textOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
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

/** Most of what happens is for data teams alone: what a webhook would tell of it is not even put together. */
function rowOf(
  { businessId, now }: Turn,
  id: string,
  type: keyof typeof eventTypes,
  about: () => Pick<EventRow, 'recipientId' | 'messageId' | 'data'>,
): EventRow | undefined {
  return eventTypes[type].webhook ? { businessId, id, type, occurredAt: now, ...about() } : undefined;
}
