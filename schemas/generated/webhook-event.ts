// Generated from schemas/avro/webhook-event.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** Something happened that merchants hear of. Ids only: the dispatcher reads what it says at the last moment. */
export interface WebhookEvent {
  /** Its business; the record's key. */
  business_id: string;
  /** The event (evt_…). */
  event_id: string;
}

export const webhookEventSchema = {
  type: 'record',
  name: 'WebhookEvent',
  doc: 'Something happened that merchants hear of. Ids only: the dispatcher reads what it says at the last moment.',
  fields: [
    { name: 'business_id', type: 'string', doc: "Its business; the record's key." },
    { name: 'event_id', type: 'string', doc: 'The event (evt_…).' },
  ],
} as schema.RecordType;
