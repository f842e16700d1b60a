// Generated from schemas/avro/webhook-event.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** An event that merchants receive by webhook. It carries ids only: the dispatcher reads the event's data just before each attempt. */
export interface WebhookEvent {
  /** Its business; the record's key. */
  business_id: string;
  /** The event (evt_…). */
  event_id: string;
}

export const webhookEventSchema = {
  type: 'record',
  name: 'WebhookEvent',
  doc: "An event that merchants receive by webhook. It carries ids only: the dispatcher reads the event's data just before each attempt.",
  fields: [
    { name: 'business_id', type: 'string', doc: "Its business; the record's key." },
    { name: 'event_id', type: 'string', doc: 'The event (evt_…).' },
  ],
} as schema.RecordType;
