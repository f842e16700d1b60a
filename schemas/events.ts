import { topics, type Topic } from './topics';
import type { PaidChannel } from './channels';

/**
 * A type of domain event: its topic, and whether merchants receive it by webhook. Data teams read all types, because
 * they need what was attempted as well as what succeeded.
 */
export interface EventType {
  readonly topic: Topic<unknown>;
  readonly webhook: boolean;
  readonly doc: string;
}

/** The event types that every paid channel has, and those of WhatsApp alone. */
export type ChannelEventType =
  | `${PaidChannel}.${'queued' | 'submitted' | 'skipped' | 'charged' | 'refunded' | 'repriced'}`
  | `${PaidChannel}.${'delivered' | 'failed' | 'rejected'}`
  | 'whatsapp.read'
  | 'whatsapp.inbound_message';

const message = { topic: topics.eventsMessage } as const;
const sms = { topic: topics.eventsSms } as const;
const whatsapp = { topic: topics.eventsWhatsapp } as const;
const account = { topic: topics.eventsAccount } as const;

const types = {
  'message.accepted': { ...message, webhook: false, doc: 'A push was accepted and the message stored.' },
  'message.queued': { ...message, webhook: false, doc: 'An email nudge was queued.' },
  'message.submitted': { ...message, webhook: false, doc: 'The email was submitted to the mail provider.' },
  'message.delivered': { ...message, webhook: true, doc: 'A mailbox provider accepted the email.' },
  'message.opened': {
    ...message,
    webhook: true,
    doc: 'The recipient has seen the message in the inbox.',
  },
  'message.bounced': { ...message, webhook: true, doc: 'The address rejected the email.' },
  'message.failed': { ...message, webhook: true, doc: 'The send failed.' },
  'message.complained': { ...message, webhook: true, doc: 'Marked as spam.' },
  'message.not_sent': { ...message, webhook: true, doc: 'No email was attempted, with a reason.' },
  'sms.queued': { ...sms, webhook: false, doc: 'A text was queued.' },
  'sms.submitted': { ...sms, webhook: false, doc: 'The text was submitted to the provider.' },
  'sms.skipped': { ...sms, webhook: false, doc: 'A gate refused a text, with a reason.' },
  'sms.charged': { ...sms, webhook: false, doc: 'Credits were taken for a text.' },
  'sms.refunded': { ...sms, webhook: false, doc: 'Credits for a text were given back.' },
  'sms.repriced': {
    ...sms,
    webhook: false,
    doc: 'The number is in another country than the one charged for: `credits` is the new price of the text.',
  },
  'sms.delivered': { ...sms, webhook: true, doc: 'The text was delivered.' },
  'sms.failed': { ...sms, webhook: true, doc: 'The text was not delivered.' },
  'sms.rejected': { ...sms, webhook: true, doc: 'The text was refused before it was sent.' },
  'whatsapp.queued': { ...whatsapp, webhook: false, doc: 'A WhatsApp message was queued.' },
  'whatsapp.submitted': {
    ...whatsapp,
    webhook: false,
    doc: 'The WhatsApp message was submitted to the platform.',
  },
  'whatsapp.skipped': {
    ...whatsapp,
    webhook: false,
    doc: 'A gate refused a WhatsApp message, with a reason.',
  },
  'whatsapp.charged': { ...whatsapp, webhook: false, doc: 'Credits were taken for a WhatsApp message.' },
  'whatsapp.refunded': {
    ...whatsapp,
    webhook: false,
    doc: 'Credits for a WhatsApp message were given back.',
  },
  'whatsapp.repriced': {
    ...whatsapp,
    webhook: false,
    doc: 'The number is in another country than the one charged for: `credits` is the new price of the message.',
  },
  'whatsapp.delivered': { ...whatsapp, webhook: true, doc: 'The WhatsApp message was delivered.' },
  'whatsapp.failed': { ...whatsapp, webhook: true, doc: 'The WhatsApp message was not delivered.' },
  'whatsapp.rejected': {
    ...whatsapp,
    webhook: true,
    doc: 'The WhatsApp message was refused before it was sent.',
  },
  'whatsapp.read': { ...whatsapp, webhook: true, doc: 'The recipient opened the WhatsApp message.' },
  'whatsapp.inbound_message': { ...whatsapp, webhook: true, doc: 'The recipient replied.' },
  'credits.topped_up': { ...account, webhook: false, doc: 'Credits were added.' },
  'credits.low_balance': { ...account, webhook: true, doc: 'The balance fell below the threshold.' },
  'plan.past_due': {
    ...account,
    webhook: true,
    doc: 'A payment failed; emails go out until the paid period ends.',
  },
  'plan.lapsed': { ...account, webhook: true, doc: 'Email sending has stopped.' },
  'plan.allowance_exceeded': { ...account, webhook: true, doc: 'The included email allowance is used up.' },
  'recipient.erased': {
    ...account,
    webhook: false,
    doc: 'A recipient was erased: delete what you keep under this id.',
  },
} as const satisfies Record<string, EventType>;

export const eventTypes: Readonly<Record<keyof typeof types | ChannelEventType, EventType>> = types;

export type MessageEventType = Extract<keyof typeof types, `message.${string}`>;
export type AccountEventType = Extract<keyof typeof types, `${'credits' | 'plan' | 'recipient'}.${string}`>;
