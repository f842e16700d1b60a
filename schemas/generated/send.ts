// Generated from schemas/avro/send.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** A nudge to send on the channel of this topic. It carries ids only: the sender reads the recipient's details just before it sends. */
export interface Send {
  /** The send (snd_…). */
  send_id: string;
  /** Its business. */
  business_id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
}

export const sendSchema = {
  type: 'record',
  name: 'Send',
  doc: "A nudge to send on the channel of this topic. It carries ids only: the sender reads the recipient's details just before it sends.",
  fields: [
    { name: 'send_id', type: 'string', doc: 'The send (snd_…).' },
    { name: 'business_id', type: 'string', doc: 'Its business.' },
    { name: 'attempt', type: 'int', doc: 'Number of the attempt, from 1.' },
  ],
} as schema.RecordType;
