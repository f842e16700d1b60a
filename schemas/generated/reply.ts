// Generated from schemas/avro/reply.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** The outcome of a command, for the process that waits for it. A hint: the stored outcome is the truth. */
export interface Reply {
  /** The command that was applied. */
  command_id: string;
  /** HTTP status of the answer. */
  status: number;
  /** JSON body of the answer, byte for byte as it is stored. */
  body: string;
  /** True when an earlier answer is repeated under its idempotency key. */
  replayed: boolean;
}

export const replySchema = {
  type: 'record',
  name: 'Reply',
  doc: 'The outcome of a command, for the process that waits for it. A hint: the stored outcome is the truth.',
  fields: [
    { name: 'command_id', type: 'string', doc: 'The command that was applied.' },
    { name: 'status', type: 'int', doc: 'HTTP status of the answer.' },
    { name: 'body', type: 'string', doc: 'JSON body of the answer, byte for byte as it is stored.' },
    {
      name: 'replayed',
      type: 'boolean',
      default: false,
      doc: 'True when an earlier answer is repeated under its idempotency key.',
    },
  ],
} as schema.RecordType;
