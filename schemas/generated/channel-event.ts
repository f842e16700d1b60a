// Generated from schemas/avro/channel-event.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** What happened to a paid nudge: a text or a WhatsApp message, depending on the topic. */
export interface ChannelEvent {
  /** Id of the event (evt_…), the same as in its webhook. */
  event_id: string;
  /** What happened, such as sms.queued or whatsapp.delivered. New types may be added: ignore unknown ones. */
  type: string;
  /** When it happened. */
  occurred_at: number;
  /** The business (biz_…); the record's key. */
  business_id: string;
  /** The recipient (rcp_…), an opaque id within the business. */
  recipient_id: string;
  /** The message (msg_…). */
  message_id: string | null;
  /** The send (snd_…); null for whatsapp.inbound_message. */
  send_id: string | null;
  /** Credits charged, net of refunds; for charged and refunded, the amount moved. */
  credits: number | null;
  /** Country of the number, ISO 3166-1 alpha-2. */
  country: string | null;
  /** The reason, for failed and rejected. */
  error_code: string | null;
  /** The gate that refused the nudge: for skipped, and for rejected when its sender claimed it. */
  skipped_reason: string | null;
  /** whatsapp if the text replaces a WhatsApp message. */
  fallback_of: string | null;
}

export const channelEventSchema = {
  type: 'record',
  name: 'ChannelEvent',
  namespace: 'nudgeline.events',
  doc: 'What happened to a paid nudge: a text or a WhatsApp message, depending on the topic.',
  fields: [
    { name: 'event_id', type: 'string', doc: 'Id of the event (evt_…), the same as in its webhook.' },
    {
      name: 'type',
      type: 'string',
      doc: 'What happened, such as sms.queued or whatsapp.delivered. New types may be added: ignore unknown ones.',
    },
    {
      name: 'occurred_at',
      type: { type: 'long', logicalType: 'timestamp-millis' },
      doc: 'When it happened.',
    },
    { name: 'business_id', type: 'string', doc: "The business (biz_…); the record's key." },
    { name: 'recipient_id', type: 'string', doc: 'The recipient (rcp_…), an opaque id within the business.' },
    { name: 'message_id', type: ['null', 'string'], default: null, doc: 'The message (msg_…).' },
    {
      name: 'send_id',
      type: ['null', 'string'],
      default: null,
      doc: 'The send (snd_…); null for whatsapp.inbound_message.',
    },
    {
      name: 'credits',
      type: ['null', 'int'],
      default: null,
      doc: 'Credits charged, net of refunds; for charged and refunded, the amount moved.',
    },
    {
      name: 'country',
      type: ['null', 'string'],
      default: null,
      doc: 'Country of the number, ISO 3166-1 alpha-2.',
    },
    {
      name: 'error_code',
      type: ['null', 'string'],
      default: null,
      doc: 'The reason, for failed and rejected.',
    },
    {
      name: 'skipped_reason',
      type: ['null', 'string'],
      default: null,
      doc: 'The gate that refused the nudge: for skipped, and for rejected when its sender claimed it.',
    },
    {
      name: 'fallback_of',
      type: ['null', 'string'],
      default: null,
      doc: 'whatsapp if the text replaces a WhatsApp message.',
    },
  ],
} as schema.RecordType;
