// Generated from schemas/avro/command.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** One wish to change message, credit or consent state. The ledger applies each exactly once, in the order of its partition. */
export interface Command {
  /** Id of the command (cmd_…). Every id the command brings about derives from it. */
  command_id: string;
  /** The business the command belongs to; the record's key. */
  business_id: string;
  /** When the command was made, by the service's clock. */
  issued_at: number;
  /** Partition of the replies topic that the asking process owns; null when nobody waits there. */
  reply_partition: number | null;
  /** Null for a command that came without an Idempotency-Key. */
  idempotency: IdempotencyClaim | null;
  /** What is wished for. */
  body:
    | { Tick: Tick }
    | { CreateBusiness: CreateBusiness }
    | { ChangeBusiness: ChangeBusiness }
    | { TopUp: TopUp }
    | { PushMessage: PushMessage };
}

/** What a request with an Idempotency-Key is recognised by. Keyed hashes, for keys often hold order numbers. */
export interface IdempotencyClaim {
  /** Keyed hash of business, operation and the caller's key. */
  key_hash: Buffer;
  /** Keyed hash of operation, path parameters and canonical body. */
  fingerprint: Buffer;
}

/** Nothing. Appended so that Kafka closes a segment whose records are all trimmed. */
export type Tick = Record<string, never>;

/** Open an account with its first dashboard key. */
export interface CreateBusiness {
  /** Name shown to recipients. */
  name: string;
  /** The first API key. */
  key: NewApiKey;
}

/** An API key as the service keeps it: never the key itself. */
export interface NewApiKey {
  /** SHA-256 of the key. */
  sha256: Buffer;
  /** Its last four characters, for the masked form. */
  last4: string;
  /** Name given by its maker. */
  name: string;
}

/** Change settings of a business. A null field stays as it is. */
export interface ChangeBusiness {
  /** Name shown to recipients. */
  name: string | null;
  /** False: deactivated. */
  active: boolean | null;
  /** True: nothing is sent on any channel. */
  sending_paused: boolean | null;
  /** Balance under which credits.low_balance is emitted. */
  low_balance_threshold: number | null;
}

/** Add credits to the balance. */
export interface TopUp {
  /** Credits to add, more than zero. */
  amount: number;
  /** The operator's note. */
  note: string | null;
}

/** Store a message in a recipient's inbox and nudge them to it. */
export interface PushMessage {
  /** Address, trimmed and lower case. */
  recipient_email: string;
  /** Subject as sent. */
  subject: string;
  /** Body as sent. */
  body: string;
}

export const commandSchema = {
  type: 'record',
  name: 'Command',
  doc: 'One wish to change message, credit or consent state. The ledger applies each exactly once, in the order of its partition.',
  fields: [
    {
      name: 'command_id',
      type: 'string',
      doc: 'Id of the command (cmd_…). Every id the command brings about derives from it.',
    },
    { name: 'business_id', type: 'string', doc: "The business the command belongs to; the record's key." },
    {
      name: 'issued_at',
      type: { type: 'long', logicalType: 'timestamp-millis' },
      doc: "When the command was made, by the service's clock.",
    },
    {
      name: 'reply_partition',
      type: ['null', 'int'],
      default: null,
      doc: 'Partition of the replies topic that the asking process owns; null when nobody waits there.',
    },
    {
      name: 'idempotency',
      type: [
        'null',
        {
          type: 'record',
          name: 'IdempotencyClaim',
          doc: 'What a request with an Idempotency-Key is recognised by. Keyed hashes, for keys often hold order numbers.',
          fields: [
            {
              name: 'key_hash',
              type: 'bytes',
              doc: "Keyed hash of business, operation and the caller's key.",
            },
            {
              name: 'fingerprint',
              type: 'bytes',
              doc: 'Keyed hash of operation, path parameters and canonical body.',
            },
          ],
        },
      ],
      default: null,
      doc: 'Null for a command that came without an Idempotency-Key.',
    },
    {
      name: 'body',
      doc: 'What is wished for.',
      type: [
        {
          type: 'record',
          name: 'Tick',
          doc: 'Nothing. Appended so that Kafka closes a segment whose records are all trimmed.',
          fields: [],
        },
        {
          type: 'record',
          name: 'CreateBusiness',
          doc: 'Open an account with its first dashboard key.',
          fields: [
            { name: 'name', type: 'string', doc: 'Name shown to recipients.' },
            {
              name: 'key',
              doc: 'The first API key.',
              type: {
                type: 'record',
                name: 'NewApiKey',
                doc: 'An API key as the service keeps it: never the key itself.',
                fields: [
                  { name: 'sha256', type: 'bytes', doc: 'SHA-256 of the key.' },
                  { name: 'last4', type: 'string', doc: 'Its last four characters, for the masked form.' },
                  { name: 'name', type: 'string', doc: 'Name given by its maker.' },
                ],
              },
            },
          ],
        },
        {
          type: 'record',
          name: 'ChangeBusiness',
          doc: 'Change settings of a business. A null field stays as it is.',
          fields: [
            { name: 'name', type: ['null', 'string'], default: null, doc: 'Name shown to recipients.' },
            { name: 'active', type: ['null', 'boolean'], default: null, doc: 'False: deactivated.' },
            {
              name: 'sending_paused',
              type: ['null', 'boolean'],
              default: null,
              doc: 'True: nothing is sent on any channel.',
            },
            {
              name: 'low_balance_threshold',
              type: ['null', 'int'],
              default: null,
              doc: 'Balance under which credits.low_balance is emitted.',
            },
          ],
        },
        {
          type: 'record',
          name: 'TopUp',
          doc: 'Add credits to the balance.',
          fields: [
            { name: 'amount', type: 'int', doc: 'Credits to add, more than zero.' },
            { name: 'note', type: ['null', 'string'], default: null, doc: "The operator's note." },
          ],
        },
        {
          type: 'record',
          name: 'PushMessage',
          doc: "Store a message in a recipient's inbox and nudge them to it.",
          fields: [
            { name: 'recipient_email', type: 'string', doc: 'Address, trimmed and lower case.' },
            { name: 'subject', type: 'string', doc: 'Subject as sent.' },
            { name: 'body', type: 'string', doc: 'Body as sent.' },
          ],
        },
      ],
    },
  ],
} as schema.RecordType;
