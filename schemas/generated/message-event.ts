// Generated from schemas/avro/message-event.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** What happened to a message and its email nudge. With isolation level read_committed, a consumer sees each once. */
export interface MessageEvent {
  /** Id of the event (evt_…), the same as in its webhook. */
  event_id: string;
  /** What happened, such as message.accepted or message.delivered. New types may be added: ignore unknown ones. */
  type: string;
  /** When it happened. */
  occurred_at: number;
  /** The business (biz_…); the record's key. */
  business_id: string;
  /** The recipient (rcp_…), an opaque id within the business. */
  recipient_id: string;
  /** The message (msg_…). */
  message_id: string;
  /** The email send (snd_…), if the event is about one. */
  send_id: string | null;
  /** Order status of the message if it is a known one; null for a merchant's own wording. */
  order_status: string | null;
  /** The reason, for failed, not_sent and bounced. */
  reason: string | null;
}

export const messageEventSchema = {
  type: 'record',
  name: 'MessageEvent',
  namespace: 'nudgeline.events',
  doc: 'What happened to a message and its email nudge. With isolation level read_committed, a consumer sees each once.',
  fields: [
    { name: 'event_id', type: 'string', doc: 'Id of the event (evt_…), the same as in its webhook.' },
    {
      name: 'type',
      type: 'string',
      doc: 'What happened, such as message.accepted or message.delivered. New types may be added: ignore unknown ones.',
    },
    {
      name: 'occurred_at',
      type: { type: 'long', logicalType: 'timestamp-millis' },
      doc: 'When it happened.',
    },
    { name: 'business_id', type: 'string', doc: "The business (biz_…); the record's key." },
    { name: 'recipient_id', type: 'string', doc: 'The recipient (rcp_…), an opaque id within the business.' },
    { name: 'message_id', type: 'string', doc: 'The message (msg_…).' },
    {
      name: 'send_id',
      type: ['null', 'string'],
      default: null,
      doc: 'The email send (snd_…), if the event is about one.',
    },
    {
      name: 'order_status',
      type: ['null', 'string'],
      default: null,
      doc: "Order status of the message if it is a known one; null for a merchant's own wording.",
    },
    {
      name: 'reason',
      type: ['null', 'string'],
      default: null,
      doc: 'The reason, for failed, not_sent and bounced.',
    },
  ],
} as schema.RecordType;
