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
    | { Refuse: Refuse }
    | { CreateBusiness: CreateBusiness }
    | { ChangeBusiness: ChangeBusiness }
    | { CreateKey: CreateKey }
    | { TopUp: TopUp }
    | { PushMessage: PushMessage }
    | { OpenMessage: OpenMessage }
    | { StopChannel: StopChannel }
    | { Unsubscribe: Unsubscribe }
    | { RenewLink: RenewLink };
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

/** Answer a request that is at fault, so that its Idempotency-Key is spent on the refusal. */
export interface Refuse {
  /** The faults as JSON, without what was sent: the replay takes that from the request. */
  detail: string;
}

/** Open an account with its first dashboard key. */
export interface CreateBusiness {
  /** Its name, and whatever else differs from the defaults. */
  settings: BusinessSettings;
  /** The first API key. */
  key: NewApiKey;
}

/** Settings of a business. A null field stays as it is, unless it is named in cleared. */
export interface BusinessSettings {
  /** Name shown to recipients. */
  name: string | null;
  /** False: deactivated. */
  active: boolean | null;
  /** True: nothing is sent on any channel. */
  sending_paused: boolean | null;
  /** active, past_due or lapsed. */
  plan: string | null;
  /** End of the paid period. */
  period_ends_at: number | null;
  /** Emails included per month. */
  email_allowance: number | null;
  /** Emails per day at the most. */
  email_daily_cap: number | null;
  /** Requests per second that are accepted in the long run. */
  requests_per_second: number | null;
  /** Requests that are accepted at once. */
  burst: number | null;
  /** Balance under which credits.low_balance is emitted. */
  low_balance_threshold: number | null;
  /** Country that numbers without a plus are read in, ISO 3166-1 alpha-2. */
  default_country: string | null;
  /** Domain that emails are sent from; null for the shared one. */
  sending_domain: string | null;
  /** Number that texts are sent from; null for the shared one. */
  sms_sender: string | null;
  /** not_enabled, off, on_request or on. */
  sms_mode: string | null;
  /** Countries that texts may go to. */
  sms_allowed_countries: string[] | null;
  /** not_enabled, off, on_request or on. */
  whatsapp_mode: string | null;
  /** Address that WhatsApp replies are forwarded to. */
  whatsapp_forward_email: string | null;
  /** Names of settings to set to null. */
  cleared: string[];
}

/** An API key as the service keeps it: never the key itself. */
export interface NewApiKey {
  /** SHA-256 of the key. */
  sha256: Buffer;
  /** Its last four characters, for the masked form. */
  last4: string;
  /** Name given by its maker. */
  name: string;
  /** What it may be used for. */
  scopes: string[];
}

/** Change settings of a business. */
export interface ChangeBusiness {
  /** What changes. */
  settings: BusinessSettings;
}

/** Add a dashboard key. */
export interface CreateKey {
  /** The key. */
  key: NewApiKey;
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
  /** Number as sent. */
  recipient_phone: string | null;
  /** Channels that were named; null: as the account says. */
  channels: string[] | null;
  /** Consent given with this push. */
  whatsapp_opt_in: WhatsappOptIn | null;
  /** Text if WhatsApp cannot deliver. */
  sms_if_whatsapp_fails: boolean;
  /** The merchant's order number. */
  reference: string | null;
  /** Status of the order, as sent. */
  order_status: string | null;
  /** one_off or updateable. */
  kind: string;
  /** Forces or suppresses the nudge. */
  notify: boolean | null;
  /** When the nudge is to go. */
  send_at: number | null;
  /** Hold the paid channels for so long. */
  escalate_if_unread_after_minutes: number | null;
  /** Messages to mark obsolete. */
  obsoletes: string[];
}

/** The recipient agreed to WhatsApp messages. */
export interface WhatsappOptIn {
  /** When they agreed. */
  agreed_at: number | null;
  /** Where they agreed. */
  source: string | null;
  /** What they agreed to. */
  wording: string | null;
}

/** The recipient has seen a message in the inbox. */
export interface OpenMessage {
  /** Whose inbox it was (rcp_…). */
  recipient_id: string;
  /** What they saw (msg_…). */
  message_id: string;
}

/** A recipient wants no more messages of the business on a paid channel. */
export interface StopChannel {
  /** Who (rcp_…). */
  recipient_id: string;
  /** sms or whatsapp. */
  channel: string;
  /** Where they said so: inbox or dashboard. */
  source: string;
}

/** A recipient wants no more messages of the business on any channel. */
export interface Unsubscribe {
  /** Who (rcp_…). */
  recipient_id: string;
  /** Where they said so: inbox or dashboard. */
  source: string;
}

/** A recipient whose inbox link has expired asks for a new one by email. */
export interface RenewLink {
  /** Who (rcp_…). */
  recipient_id: string;
  /** The message that the expired link led to (msg_…). */
  message_id: string;
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
          name: 'Refuse',
          doc: 'Answer a request that is at fault, so that its Idempotency-Key is spent on the refusal.',
          fields: [
            {
              name: 'detail',
              type: 'string',
              doc: 'The faults as JSON, without what was sent: the replay takes that from the request.',
            },
          ],
        },
        {
          type: 'record',
          name: 'CreateBusiness',
          doc: 'Open an account with its first dashboard key.',
          fields: [
            {
              name: 'settings',
              type: {
                type: 'record',
                name: 'BusinessSettings',
                doc: 'Settings of a business. A null field stays as it is, unless it is named in cleared.',
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
                    name: 'plan',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'active, past_due or lapsed.',
                  },
                  {
                    name: 'period_ends_at',
                    type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
                    default: null,
                    doc: 'End of the paid period.',
                  },
                  {
                    name: 'email_allowance',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Emails included per month.',
                  },
                  {
                    name: 'email_daily_cap',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Emails per day at the most.',
                  },
                  {
                    name: 'requests_per_second',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Requests per second that are accepted in the long run.',
                  },
                  {
                    name: 'burst',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Requests that are accepted at once.',
                  },
                  {
                    name: 'low_balance_threshold',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Balance under which credits.low_balance is emitted.',
                  },
                  {
                    name: 'default_country',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Country that numbers without a plus are read in, ISO 3166-1 alpha-2.',
                  },
                  {
                    name: 'sending_domain',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Domain that emails are sent from; null for the shared one.',
                  },
                  {
                    name: 'sms_sender',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Number that texts are sent from; null for the shared one.',
                  },
                  {
                    name: 'sms_mode',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'not_enabled, off, on_request or on.',
                  },
                  {
                    name: 'sms_allowed_countries',
                    type: ['null', { type: 'array', items: 'string' }],
                    default: null,
                    doc: 'Countries that texts may go to.',
                  },
                  {
                    name: 'whatsapp_mode',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'not_enabled, off, on_request or on.',
                  },
                  {
                    name: 'whatsapp_forward_email',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Address that WhatsApp replies are forwarded to.',
                  },
                  {
                    name: 'cleared',
                    type: { type: 'array', items: 'string' },
                    default: [],
                    doc: 'Names of settings to set to null.',
                  },
                ],
              },
              doc: 'Its name, and whatever else differs from the defaults.',
            },
            {
              name: 'key',
              type: {
                type: 'record',
                name: 'NewApiKey',
                doc: 'An API key as the service keeps it: never the key itself.',
                fields: [
                  { name: 'sha256', type: 'bytes', doc: 'SHA-256 of the key.' },
                  { name: 'last4', type: 'string', doc: 'Its last four characters, for the masked form.' },
                  { name: 'name', type: 'string', doc: 'Name given by its maker.' },
                  {
                    name: 'scopes',
                    type: { type: 'array', items: 'string' },
                    doc: 'What it may be used for.',
                  },
                ],
              },
              doc: 'The first API key.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ChangeBusiness',
          doc: 'Change settings of a business.',
          fields: [{ name: 'settings', type: 'BusinessSettings', doc: 'What changes.' }],
        },
        {
          type: 'record',
          name: 'CreateKey',
          doc: 'Add a dashboard key.',
          fields: [{ name: 'key', type: 'NewApiKey', doc: 'The key.' }],
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
            { name: 'recipient_phone', type: ['null', 'string'], default: null, doc: 'Number as sent.' },
            {
              name: 'channels',
              type: ['null', { type: 'array', items: 'string' }],
              default: null,
              doc: 'Channels that were named; null: as the account says.',
            },
            {
              name: 'whatsapp_opt_in',
              type: [
                'null',
                {
                  type: 'record',
                  name: 'WhatsappOptIn',
                  doc: 'The recipient agreed to WhatsApp messages.',
                  fields: [
                    {
                      name: 'agreed_at',
                      type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
                      default: null,
                      doc: 'When they agreed.',
                    },
                    { name: 'source', type: ['null', 'string'], default: null, doc: 'Where they agreed.' },
                    { name: 'wording', type: ['null', 'string'], default: null, doc: 'What they agreed to.' },
                  ],
                },
              ],
              default: null,
              doc: 'Consent given with this push.',
            },
            {
              name: 'sms_if_whatsapp_fails',
              type: 'boolean',
              default: false,
              doc: 'Text if WhatsApp cannot deliver.',
            },
            {
              name: 'reference',
              type: ['null', 'string'],
              default: null,
              doc: "The merchant's order number.",
            },
            {
              name: 'order_status',
              type: ['null', 'string'],
              default: null,
              doc: 'Status of the order, as sent.',
            },
            { name: 'kind', type: 'string', default: 'one_off', doc: 'one_off or updateable.' },
            {
              name: 'notify',
              type: ['null', 'boolean'],
              default: null,
              doc: 'Forces or suppresses the nudge.',
            },
            {
              name: 'send_at',
              type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
              default: null,
              doc: 'When the nudge is to go.',
            },
            {
              name: 'escalate_if_unread_after_minutes',
              type: ['null', 'int'],
              default: null,
              doc: 'Hold the paid channels for so long.',
            },
            {
              name: 'obsoletes',
              type: { type: 'array', items: 'string' },
              default: [],
              doc: 'Messages to mark obsolete.',
            },
          ],
        },
        {
          type: 'record',
          name: 'OpenMessage',
          doc: 'The recipient has seen a message in the inbox.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'Whose inbox it was (rcp_…).' },
            { name: 'message_id', type: 'string', doc: 'What they saw (msg_…).' },
          ],
        },
        {
          type: 'record',
          name: 'StopChannel',
          doc: 'A recipient wants no more messages of the business on a paid channel.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'Who (rcp_…).' },
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'source', type: 'string', doc: 'Where they said so: inbox or dashboard.' },
          ],
        },
        {
          type: 'record',
          name: 'Unsubscribe',
          doc: 'A recipient wants no more messages of the business on any channel.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'Who (rcp_…).' },
            { name: 'source', type: 'string', doc: 'Where they said so: inbox or dashboard.' },
          ],
        },
        {
          type: 'record',
          name: 'RenewLink',
          doc: 'A recipient whose inbox link has expired asks for a new one by email.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'Who (rcp_…).' },
            { name: 'message_id', type: 'string', doc: 'The message that the expired link led to (msg_…).' },
          ],
        },
      ],
    },
  ],
} as schema.RecordType;
