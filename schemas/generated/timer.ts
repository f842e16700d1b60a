// Generated from schemas/avro/timer.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** A deadline: what is due, and when. The row in Postgres is the truth; this says that it is there. */
export interface Timer {
  /** Its business; the record's key. */
  business_id: string;
  /** What it belongs to: a send or a business. */
  subject_id: string;
  /** What is due. */
  kind: string;
  /** When. */
  due_at: number;
}

export const timerSchema = {
  type: 'record',
  name: 'Timer',
  doc: 'A deadline: what is due, and when. The row in Postgres is the truth; this says that it is there.',
  fields: [
    { name: 'business_id', type: 'string', doc: "Its business; the record's key." },
    { name: 'subject_id', type: 'string', doc: 'What it belongs to: a send or a business.' },
    { name: 'kind', type: 'string', doc: 'What is due.' },
    { name: 'due_at', type: { type: 'long', logicalType: 'timestamp-millis' }, doc: 'When.' },
  ],
} as schema.RecordType;
