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
import type { CommandContext } from '../command-context';
import { paidChannels } from '../../channels/channels';
import { paidChannelOf } from './paid-channel';

/** The message that an event is about, and its recipient. */
export interface AddressedMessage {
  readonly message: Message;
  readonly recipient: Recipient;
}

/**
 * Every emitter spells out the fields that all records begin with. An object that begins with a spread grows field by
 * field, which took 6 % of the ledger's time in a storm of deadlines.
 */
export function emitMessageEvent(
  context: CommandContext,
  type: MessageEventType,
  { message, recipient }: AddressedMessage,
  { sendId = null, reason = null }: { readonly sendId?: string | null; readonly reason?: string | null } = {},
): void {
  const id = context.id('evt');
  context.emit({
    output: output(topics.eventsMessage, context.businessId, {
      event_id: id,
      type,
      occurred_at: context.now.getTime(),
      business_id: context.businessId,
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: sendId,
      // An unknown status is the merchant's own text, and the records of this topic are never erased (EVENT-6).
      order_status: knownOrderStatus(message.orderStatus),
      reason,
    }),
    row: rowOf(context, id, type, () => ({
      recipientId: recipient.id,
      messageId: message.id,
      data: { ...messageData({ message, recipient }), ...(reason === null ? {} : { reason }) },
    })),
  });
}

/** Emits an event of an email. An email with a fresh link is no nudge, so it emits nothing (INBOX-17). */
export function emitEmailEvent(
  context: CommandContext,
  type: MessageEventType,
  addressed: AddressedMessage,
  { send, reason = null }: { readonly send: Send; readonly reason?: string | null },
): void {
  if (send.nudge !== null) emitMessageEvent(context, type, addressed, { sendId: send.id, reason });
}

/** Emits an event of a paid nudge, with the send in its state at that time. */
export function emitChannelEvent(
  context: CommandContext,
  type: ChannelEventType,
  addressed: AddressedMessage,
  send: Send,
): void {
  const { id, record, errorCode } = channelRecord(context, type, send);
  const { message, recipient } = addressed;
  context.emit({
    output: record,
    row: rowOf(context, id, type, () => ({
      recipientId: recipient.id,
      messageId: message.id,
      data: {
        ...messageData(addressed),
        send_id: send.id,
        credits: send.credits,
        ...(hasEnded(type) ? { error_code: errorCode } : {}),
        fallback_of: send.fallbackOf,
      },
    })),
  });
}

/** Emits an event for data teams only, who know people by their ids: no row is stored that names the recipient. */
export function recordChannelEvent(context: CommandContext, type: ChannelEventType, send: Send): void {
  context.outputs.push(channelRecord(context, type, send).record);
}

function channelRecord(context: CommandContext, type: ChannelEventType, send: Send) {
  const id = context.id('evt');
  const topic = paidChannels[paidChannelOf(send)].events;
  const errorCode = hasEnded(type) ? (send.errorCode ?? send.skippedReason) : null;
  const record = output(topic, context.businessId, {
    event_id: id,
    type,
    occurred_at: context.now.getTime(),
    business_id: context.businessId,
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

/** The recipient wrote back. The text is only in the event row, which is erased with the recipient (EVENT-10). */
export function emitReply(context: CommandContext, addressed: AddressedMessage, reply: WhatsappReply): void {
  const id = context.id('evt');
  const type = 'whatsapp.inbound_message';
  const { message, recipient } = addressed;
  context.emit({
    output: output(topics.eventsWhatsapp, context.businessId, {
      event_id: id,
      type,
      occurred_at: context.now.getTime(),
      business_id: context.businessId,
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: null,
      credits: null,
      country: recipient.phoneCountry,
      error_code: null,
      skipped_reason: null,
      fallback_of: null,
    }),
    row: rowOf(context, id, type, () => ({
      recipientId: recipient.id,
      messageId: message.id,
      data: {
        ...messageData(addressed),
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

export function emitAccountEvent(context: CommandContext, type: AccountEventType, facts: AccountFacts): void {
  const id = context.id('evt');
  const { period_ends_at: endsAt, ...others } = facts;
  const data = { ...others, ...(endsAt === undefined ? {} : { period_ends_at: textOf(endsAt) }) };
  context.emit({
    output: output(topics.eventsAccount, context.businessId, {
      event_id: id,
      type,
      occurred_at: context.now.getTime(),
      business_id: context.businessId,
      ...NO_FACTS,
      ...facts,
    }),
    row: rowOf(context, id, type, () => ({ recipientId: null, messageId: null, data })),
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

/** What every event about a message contains (HOOK-9). */
function messageData({ message, recipient }: AddressedMessage): Record<string, unknown> {
  return {
    message_id: message.id,
    recipient_email: recipient.email,
    reference: message.reference,
    order_status: message.orderStatus,
  };
}

/** Most events are for data teams only, so their webhook data is not even built. */
function rowOf(
  { businessId, now }: CommandContext,
  id: string,
  type: keyof typeof eventTypes,
  about: () => Pick<EventRow, 'recipientId' | 'messageId' | 'data'>,
): EventRow | undefined {
  return eventTypes[type].webhook ? { businessId, id, type, occurredAt: now, ...about() } : undefined;
}
