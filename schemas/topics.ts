import { accountEventSchema, type AccountEvent } from './generated/account-event';
import { channelEventSchema, type ChannelEvent } from './generated/channel-event';
import { commandSchema, type Command } from './generated/command';
import { messageEventSchema, type MessageEvent } from './generated/message-event';
import { sendSchema, type Send } from './generated/send';
import { timerSchema, type Timer } from './generated/timer';
import { webhookEventSchema, type WebhookEvent } from './generated/webhook-event';

/**
 * The registry of topics. No other file spells a topic's name: creation, access rights, docs and the diagram use it.
 *
 * Kafka deletes only closed segments. A topic that must drop records quickly also has to close its segments quickly
 * (`segmentMs` well under `retentionMs`).
 */
export interface Topic<Value> {
  readonly name: string;
  readonly doc: string;
  readonly key: 'business' | 'recipient';
  readonly schema: object;
  readonly retentionMs: number;
  readonly segmentMs: number;
  readonly maxRecordBytes: number;
  /** True: published in Kafka transactions, so a `read_committed` consumer sees each record once (EVENT-2). */
  readonly transactional: boolean;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  /** Never set. It ties the topic to the type of its records, so that neither is used without the other. */
  readonly value?: Value;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MiB = 1024 * 1024;

const events = {
  key: 'business',
  retentionMs: 30 * DAY,
  segmentMs: DAY,
  maxRecordBytes: MiB,
  transactional: true,
  writers: ['ledger'],
  readers: ['data teams'],
} as const;

const sends = {
  key: 'recipient',
  schema: sendSchema,
  retentionMs: 7 * DAY,
  segmentMs: DAY,
  maxRecordBytes: MiB,
  transactional: false,
  writers: ['ledger'],
} as const;

export const topics = {
  commands: define<Command>({
    name: 'commands',
    doc: 'Everything that changes state. Unapplied commands are kept for a week; the ledger trims applied ones.',
    key: 'business',
    schema: commandSchema,
    retentionMs: 7 * DAY,
    segmentMs: 10 * MINUTE,
    maxRecordBytes: 12 * MiB,
    transactional: false,
    writers: [
      'ingress',
      'inbox',
      'console',
      'callbacks',
      'ledger',
      'timers',
      'email sender',
      'sms sender',
      'whatsapp sender',
    ],
    readers: ['ledger'],
  }),
  sendsEmail: define<Send>({
    ...sends,
    name: 'sends.email',
    doc: 'Emails to send.',
    readers: ['email sender'],
  }),
  sendsSms: define<Send>({ ...sends, name: 'sends.sms', doc: 'Texts to send.', readers: ['sms sender'] }),
  sendsWhatsapp: define<Send>({
    ...sends,
    name: 'sends.whatsapp',
    doc: 'WhatsApp messages to send.',
    readers: ['whatsapp sender'],
  }),
  timers: define<Timer>({
    name: 'timers',
    doc: 'Deadlines that were set or changed.',
    key: 'business',
    schema: timerSchema,
    retentionMs: 7 * DAY,
    segmentMs: DAY,
    maxRecordBytes: MiB,
    transactional: false,
    writers: ['ledger'],
    readers: ['timers'],
  }),
  webhookEvents: define<WebhookEvent>({
    name: 'webhook-events',
    // Separate from the event topics, where a record waits up to three seconds for its transaction.
    doc: 'Events that merchants receive by webhook, without delay. The dispatcher recognises a repeat by its id.',
    key: 'business',
    schema: webhookEventSchema,
    retentionMs: 7 * DAY,
    segmentMs: DAY,
    maxRecordBytes: MiB,
    transactional: false,
    writers: ['ledger'],
    readers: ['webhook dispatcher'],
  }),
  eventsMessage: define<MessageEvent>({
    ...events,
    name: 'events.message',
    doc: 'What happened to messages and their emails.',
    schema: messageEventSchema,
  }),
  eventsSms: define<ChannelEvent>({
    ...events,
    name: 'events.sms',
    doc: 'What happened to texts.',
    schema: channelEventSchema,
  }),
  eventsWhatsapp: define<ChannelEvent>({
    ...events,
    name: 'events.whatsapp',
    doc: 'What happened to WhatsApp messages.',
    schema: channelEventSchema,
  }),
  eventsAccount: define<AccountEvent>({
    ...events,
    name: 'events.account',
    doc: 'What happened to credits, plans and recipients.',
    schema: accountEventSchema,
  }),
} as const;

export const allTopics: readonly Topic<unknown>[] = Object.values(topics);

export function topicNamed(name: string): Topic<unknown> {
  const topic = allTopics.find((candidate) => candidate.name === name);
  if (topic === undefined) throw new Error(`no topic is named ${name}`);
  return topic;
}

function define<Value>(topic: Topic<Value>): Topic<Value> {
  return topic;
}
