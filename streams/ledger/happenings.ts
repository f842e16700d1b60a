import { eventTypes, type AccountEventType, type MessageEventType } from '../../schemas/events';
import { topics } from '../../schemas/topics';
import type { AccountEvent } from '../../schemas/generated/account-event';
import { output, type Output } from '../runtime/records';
import type { CommandContext } from './decision';
import type { EventRow, Message, Recipient } from './state';

/**
 * Something that happened, in its two forms: the record on an event topic, which names ids only, and the row that a
 * webhook is made from, which holds the data as it was. Types that merchants do not hear of have no row.
 */
export interface Happening {
  readonly row: EventRow | undefined;
  readonly output: Output;
}

export interface MessageHappening {
  readonly type: MessageEventType;
  readonly message: Message;
  readonly recipient: Recipient;
  readonly sendId?: string;
  readonly reason?: string;
}

export function messageHappening(command: CommandContext, index: number, what: MessageHappening): Happening {
  const { type, message, recipient, sendId = null, reason = null } = what;
  const id = command.id('evt', index);
  return {
    output: output(topics.eventsMessage, command.businessId, {
      ...headOf(command, id, type),
      recipient_id: recipient.id,
      message_id: message.id,
      send_id: sendId,
      order_status: message.orderStatus,
      reason,
    }),
    row: rowOf(command, id, type, {
      recipientId: recipient.id,
      messageId: message.id,
      data: {
        message_id: message.id,
        recipient_email: recipient.email,
        reference: message.reference,
        order_status: message.orderStatus,
        ...(reason === null ? {} : { reason }),
      },
    }),
  };
}

type AccountFacts = Partial<
  Pick<AccountEvent, 'credits' | 'balance' | 'threshold' | 'plan' | 'period_ends_at' | 'allowance' | 'used'>
>;

export function accountHappening(
  command: CommandContext,
  index: number,
  type: AccountEventType,
  facts: AccountFacts,
): Happening {
  const id = command.id('evt', index);
  return {
    output: output(topics.eventsAccount, command.businessId, {
      ...headOf(command, id, type),
      ...NO_FACTS,
      ...facts,
    }),
    row: rowOf(command, id, type, { recipientId: null, messageId: null, data: facts }),
  };
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

export function rowsOf(happenings: readonly Happening[]): EventRow[] {
  return happenings.flatMap(({ row }) => (row === undefined ? [] : [row]));
}

/** What every record on an event topic begins with. */
function headOf(command: CommandContext, id: string, type: string) {
  return { event_id: id, type, occurred_at: command.now.getTime(), business_id: command.businessId };
}

function rowOf(
  { businessId, now }: CommandContext,
  id: string,
  type: keyof typeof eventTypes,
  about: Pick<EventRow, 'recipientId' | 'messageId' | 'data'>,
): EventRow | undefined {
  return eventTypes[type].webhook ? { businessId, id, type, occurredAt: now, ...about } : undefined;
}
