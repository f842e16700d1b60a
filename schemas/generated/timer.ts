// Generated from schemas/avro/timer.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** A deadline: what is due, and when. The row in Postgres is authoritative; this record announces it. */
export interface Timer {
  /** Its business; the record's key. */
  business_id: string;
  /** The send or business that it belongs to. */
  subject_id: string;
  /** What to do when it is due. */
  kind: string;
  /** When it is due. */
  due_at: number;
}

export const timerSchema = {
  type: 'record',
  name: 'Timer',
  doc: 'A deadline: what is due, and when. The row in Postgres is authoritative; this record announces it.',
  fields: [
    { name: 'business_id', type: 'string', doc: "Its business; the record's key." },
    { name: 'subject_id', type: 'string', doc: 'The send or business that it belongs to.' },
    { name: 'kind', type: 'string', doc: 'What to do when it is due.' },
    { name: 'due_at', type: { type: 'long', logicalType: 'timestamp-millis' }, doc: 'When it is due.' },
  ],
} as schema.RecordType;
