// Generated from schemas/avro/command.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** One request to change message, credit or consent state. The ledger applies each command exactly once, in the order of its partition. */
export interface Command {
  /** Id of the command (cmd_…). The ids of everything that it creates derive from it. */
  command_id: string;
  /** The business the command belongs to; the record's key. */
  business_id: string;
  /** When the command was made, by the clock of the service. */
  issued_at: number;
  /** Name of the process that waits for the outcome, chosen when that process started; null if none waits. */
  reply_to: string | null;
  /** Null for a command without an Idempotency-Key. */
  idempotency: RequestIdentity | null;
  /** The change that is requested. */
  body:
    | { Tick: Tick }
    | { Refuse: Refuse }
    | { CreateBusiness: CreateBusiness }
    | { ChangeBusiness: ChangeBusiness }
    | { CreateKey: CreateKey }
    | { TopUp: TopUp }
    | { PushMessage: PushMessage }
    | { PushBatch: PushBatch }
    | { RetractMessage: RetractMessage }
    | { ResendNudge: ResendNudge }
    | { ReviewTemplate: ReviewTemplate }
    | { FireTimer: FireTimer }
    | { ReportAttempt: ReportAttempt }
    | { ReportDelivery: ReportDelivery }
    | { OpenMessage: OpenMessage }
    | { StopChannel: StopChannel }
    | { Unsubscribe: Unsubscribe }
    | { RenewLink: RenewLink }
    | { RevokeKey: RevokeKey }
    | { CreateEndpoint: CreateEndpoint }
    | { DeleteEndpoint: DeleteEndpoint }
    | { EnableEndpoint: EnableEndpoint }
    | { SetPhone: SetPhone }
    | { ClearPhone: ClearPhone }
    | { EraseWhatsapp: EraseWhatsapp }
    | { EraseRecipient: EraseRecipient }
    | { EraseChunk: EraseChunk }
    | { ReceiveText: ReceiveText }
    | { ApplyText: ApplyText }
    | { ReceiveReply: ReceiveReply };
}

/** Recognises a repeated request with an Idempotency-Key. It holds keyed hashes, because keys often contain order numbers. */
export interface RequestIdentity {
  /** Keyed hash of business, operation and the caller's key. */
  key_hash: Buffer;
  /** Keyed hash of operation, path parameters and canonical body. */
  fingerprint: Buffer;
}

/** Changes nothing. Its record lets Kafka close a segment whose records are all trimmed. */
export type Tick = Record<string, never>;

/** Refuse an invalid request, so that the refusal spends its Idempotency-Key. */
export interface Refuse {
  /** The faults as JSON, without the input: a replay takes that from the repeated request. */
  detail: string;
  /** Address that the request named, so that an erasure of the person finds the stored answer; null if it named none. */
  recipient_email: string | null;
}

/** Open an account with its first dashboard key. */
export interface CreateBusiness {
  /** Its name, and every setting that differs from the defaults. */
  settings: BusinessSettings;
  /** The first API key. */
  key: NewApiKey;
}

/** Settings of a business. A null field leaves its setting unchanged, unless cleared names it. */
export interface BusinessSettings {
  /** Name that recipients see. */
  name: string | null;
  /** False if the business is deactivated. */
  active: boolean | null;
  /** True if sending is paused on every channel. */
  sending_paused: boolean | null;
  /** active, past_due or lapsed. */
  plan: string | null;
  /** End of the paid period. */
  period_ends_at: number | null;
  /** Emails included per month. */
  email_allowance: number | null;
  /** Maximum emails per day. */
  email_daily_cap: number | null;
  /** Maximum emails per day to one recipient. */
  recipient_daily_emails: number | null;
  /** Sustained rate of requests, per second. */
  requests_per_second: number | null;
  /** Burst of requests that is accepted at once. */
  burst: number | null;
  /** Balance below which credits.low_balance is published. */
  low_balance_threshold: number | null;
  /** Country in which numbers without a plus are read, ISO 3166-1 alpha-2. */
  default_country: string | null;
  /** Domain of the sender address of emails; null for the shared domain. */
  sending_domain: string | null;
  /** Sender number of texts; null for the shared number. */
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

/** An API key as it is stored, without the key itself. */
export interface NewApiKey {
  /** SHA-256 of the key. */
  sha256: Buffer;
  /** The last four characters of the key, for its masked form. */
  last4: string;
  /** Name that its creator gave it. */
  name: string;
  /** Scopes of the key. */
  scopes: string[];
}

/** Change settings of a business. */
export interface ChangeBusiness {
  /** The settings that change. */
  settings: BusinessSettings;
}

/** Add a dashboard key. */
export interface CreateKey {
  /** The key. */
  key: NewApiKey;
  /** The key that requested it; null for the dashboard. */
  minted_by: string | null;
  /** True if it survives the revocation of the key that created it. */
  detach: boolean;
}

/** Add credits to the balance. */
export interface TopUp {
  /** Credits to add, more than zero. */
  amount: number;
  /** The operator's note. */
  note: string | null;
}

/** Store a message in the inbox of a recipient, and nudge the recipient. */
export interface PushMessage {
  /** Address, trimmed and lower case. */
  recipient_email: string;
  /** Subject as sent. */
  subject: string;
  /** Body as sent. */
  body: string;
  /** Number of the recipient: in E.164, or as it was sent if it has no country code. */
  recipient_phone: string | null;
  /** Channels that the push named; null if the settings of the account decide. */
  channels: string[] | null;
  /** Consent given with this push. */
  whatsapp_opt_in: WhatsappOptIn | null;
  /** True if a text follows when WhatsApp cannot deliver. */
  sms_if_whatsapp_fails: boolean;
  /** The merchant's order number. */
  reference: string | null;
  /** Order status as sent. */
  order_status: string | null;
  /** one_off or updateable. */
  kind: string;
  /** True forces the nudge, false suppresses it. */
  notify: boolean | null;
  /** Moment until which the nudge is held. */
  send_at: number | null;
  /** Minutes for which the paid channels wait for the message to be read. */
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

/** Several pushes in one request, each under its own key (IDEM-18). */
export interface PushBatch {
  /** The items, in the order of the request. */
  items: BatchItem[];
}

/** One push of a batch, or its faults. */
export interface BatchItem {
  /** Recognises the item as a push of its own; null in batches that predate spends_key. */
  idempotency: RequestIdentity | null;
  /** The push; null for a refused item. */
  push: PushMessage | null;
  /** Faults of the item, as a JSON array; null for a push. */
  refusal: string | null;
  /** Address that a refused item named; null if it named none. */
  recipient_email: string | null;
  /** False if a text cannot be stored: a corrected item may use the key again (IDEM-9). */
  spends_key: boolean;
}

/** Retract a message (MSG-12). */
export interface RetractMessage {
  /** The message. */
  message_id: string;
}

/** Send the paid nudge of a message again (NUDGE-19). */
export interface ResendNudge {
  /** The message. */
  message_id: string;
  /** sms or whatsapp. */
  channel: string;
}

/** Record how the WhatsApp platform judged the template of an order status (OPER-15). */
export interface ReviewTemplate {
  /** Order status of the template. */
  order_status: string;
  /** approved, in_review or rejected. */
  review: string;
}

/** A deadline is due. */
export interface FireTimer {
  /** The send or business that the timer belongs to. */
  subject_id: string;
  /** What to do when it is due. */
  kind: string;
  /** When it was due. If the timer has changed since, the command does nothing. */
  due_at: number;
}

/** Record the result of an attempt to submit a nudge to its provider. */
export interface ReportAttempt {
  /** The send. */
  send_id: string;
  /** Number of the attempt. */
  attempt: number;
  /** accepted, refused, not_on_whatsapp, throttled, try_later, not_reached, unknown or skipped. */
  outcome: string;
  /** Id that the provider assigned. */
  provider_id: string | null;
  /** How long the provider asks us to wait. */
  retry_after_ms: number | null;
  /** Gate that refused the send when its sender claimed it. */
  skipped_reason: string | null;
  /** Number of emails this month including this one, if the business has an allowance. */
  emails_this_month: number | null;
  /** Month of the count, such as 2026-11. The month may have ended when the command is applied. */
  counted_month: string | null;
}

/** Record a provider's report about a nudge. */
export interface ReportDelivery {
  /** The send. */
  send_id: string;
  /** delivered, read, failed, not_on_whatsapp, bounced_hard, bounced_soft or complained. */
  status: string;
  /** Id that the provider assigned. */
  provider_id: string | null;
  /** Keyed hash of the address of a hard bounce or complaint, which counts even if the send is gone (ERASE-14). */
  address_hash: Buffer | null;
}

/** The recipient opened the message in the inbox. */
export interface OpenMessage {
  /** The recipient of the inbox link. */
  recipient_id: string;
  /** The message. */
  message_id: string;
}

/** Stop nudges to the recipient on this channel. */
export interface StopChannel {
  /** The recipient. */
  recipient_id: string;
  /** sms or whatsapp. */
  channel: string;
  /** inbox or dashboard. */
  source: string;
}

/** Stop every nudge of this business to the recipient. */
export interface Unsubscribe {
  /** The recipient. */
  recipient_id: string;
  /** inbox or dashboard. */
  source: string;
}

/** Email a new inbox link in place of an expired one. */
export interface RenewLink {
  /** The recipient. */
  recipient_id: string;
  /** The message that the expired link led to. */
  message_id: string;
}

/** Revoke a key, and every key created with it that is not detached. */
export interface RevokeKey {
  /** The key (key_…). */
  key_id: string;
}

/** Create a webhook endpoint. */
export interface CreateEndpoint {
  /** Id of the endpoint (we_…), made by the service that asks, because the secret is encrypted for this id. */
  endpoint_id: string;
  /** URL of the endpoint. */
  url: string;
  /** Event types that it receives; empty for all. */
  event_types: string[];
  /** Description by the business. */
  description: string;
  /** The signing secret, encrypted, because the log never holds it in plain text. */
  secret: Buffer;
  /** Masked form of the secret. */
  masked_secret: string;
}

/** Delete a webhook endpoint. */
export interface DeleteEndpoint {
  /** The endpoint. */
  endpoint_id: string;
}

/** Enable an endpoint that its failures disabled. */
export interface EnableEndpoint {
  /** The endpoint. */
  endpoint_id: string;
}

/** Set the number of a recipient (CONSENT-4, OPER-12). */
export interface SetPhone {
  /** Email address of the recipient, trimmed and lower case. */
  recipient_email: string;
  /** The number as sent: in E.164, or without a country code, to be read in the country of the business. */
  phone: string;
  /** api or admin. */
  source: string;
}

/** Remove the number of a recipient (CONSENT-6). */
export interface ClearPhone {
  /** Email address of the recipient, trimmed and lower case. */
  recipient_email: string;
}

/** Erase the WhatsApp history of a recipient, and withdraw consent for good (ERASE-15, ERASE-18). */
export interface EraseWhatsapp {
  /** Email address of the recipient, trimmed and lower case. */
  recipient_email: string;
}

/** Erase a recipient (ERASE-1). */
export interface EraseRecipient {
  /** Email address of the recipient, trimmed and lower case. */
  recipient_email: string;
}

/** Erase the next rows of an erasure that has begun. Its reply_to names the process that waits for the whole erasure. */
export interface EraseChunk {
  /** Id of the command that began the erasure. */
  erasure_id: string;
}

/** Someone sent STOP, START or HELP to one of our numbers. The command belongs to no business. */
export interface ReceiveText {
  /** sms or whatsapp. */
  channel: string;
  /** Number of the writer, E.164. */
  phone: string;
  /** Our number, which received it, E.164. */
  own_number: string;
  /** stop, start or help. */
  word: string;
  /** The provider's id of the text, which identifies a repeat. */
  provider_id: string;
  /** When it was written, if the provider says so: the text may arrive late. */
  written_at: number | null;
}

/** Apply what the owner of a number said about a channel to one business. It carries ids only. */
export interface ApplyText {
  /** sms or whatsapp. */
  channel: string;
  /** Keyed hash of the number. */
  number_hash: Buffer;
  /** Our number, which received it, E.164. */
  own_number: string;
  /** Recipient who held the number then; null if only a stop is recorded. */
  recipient_id: string | null;
}

/** A recipient replied on WhatsApp. */
export interface ReceiveReply {
  /** The recipient. */
  recipient_id: string;
  /** Newest message that was sent to the number. */
  message_id: string;
  /** Number of the writer, E.164. */
  phone: string;
  /** Text of the reply. */
  text: string;
  /** The platform's id of the reply, which identifies a repeat. */
  provider_id: string;
  /** When the platform received it. */
  received_at: number;
}

export const commandSchema = {
  type: 'record',
  name: 'Command',
  doc: 'One request to change message, credit or consent state. The ledger applies each command exactly once, in the order of its partition.',
  fields: [
    {
      name: 'command_id',
      type: 'string',
      doc: 'Id of the command (cmd_…). The ids of everything that it creates derive from it.',
    },
    { name: 'business_id', type: 'string', doc: "The business the command belongs to; the record's key." },
    {
      name: 'issued_at',
      type: { type: 'long', logicalType: 'timestamp-millis' },
      doc: 'When the command was made, by the clock of the service.',
    },
    {
      name: 'reply_to',
      type: ['null', 'string'],
      default: null,
      doc: 'Name of the process that waits for the outcome, chosen when that process started; null if none waits.',
    },
    {
      name: 'idempotency',
      type: [
        'null',
        {
          type: 'record',
          name: 'RequestIdentity',
          doc: 'Recognises a repeated request with an Idempotency-Key. It holds keyed hashes, because keys often contain order numbers.',
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
      doc: 'Null for a command without an Idempotency-Key.',
    },
    {
      name: 'body',
      doc: 'The change that is requested.',
      type: [
        {
          type: 'record',
          name: 'Tick',
          doc: 'Changes nothing. Its record lets Kafka close a segment whose records are all trimmed.',
          fields: [],
        },
        {
          type: 'record',
          name: 'Refuse',
          doc: 'Refuse an invalid request, so that the refusal spends its Idempotency-Key.',
          fields: [
            {
              name: 'detail',
              type: 'string',
              doc: 'The faults as JSON, without the input: a replay takes that from the repeated request.',
            },
            {
              name: 'recipient_email',
              type: ['null', 'string'],
              default: null,
              doc: 'Address that the request named, so that an erasure of the person finds the stored answer; null if it named none.',
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
                doc: 'Settings of a business. A null field leaves its setting unchanged, unless cleared names it.',
                fields: [
                  { name: 'name', type: ['null', 'string'], default: null, doc: 'Name that recipients see.' },
                  {
                    name: 'active',
                    type: ['null', 'boolean'],
                    default: null,
                    doc: 'False if the business is deactivated.',
                  },
                  {
                    name: 'sending_paused',
                    type: ['null', 'boolean'],
                    default: null,
                    doc: 'True if sending is paused on every channel.',
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
                    doc: 'Maximum emails per day.',
                  },
                  {
                    name: 'recipient_daily_emails',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Maximum emails per day to one recipient.',
                  },
                  {
                    name: 'requests_per_second',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Sustained rate of requests, per second.',
                  },
                  {
                    name: 'burst',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Burst of requests that is accepted at once.',
                  },
                  {
                    name: 'low_balance_threshold',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Balance below which credits.low_balance is published.',
                  },
                  {
                    name: 'default_country',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Country in which numbers without a plus are read, ISO 3166-1 alpha-2.',
                  },
                  {
                    name: 'sending_domain',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Domain of the sender address of emails; null for the shared domain.',
                  },
                  {
                    name: 'sms_sender',
                    type: ['null', 'string'],
                    default: null,
                    doc: 'Sender number of texts; null for the shared number.',
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
              doc: 'Its name, and every setting that differs from the defaults.',
            },
            {
              name: 'key',
              type: {
                type: 'record',
                name: 'NewApiKey',
                doc: 'An API key as it is stored, without the key itself.',
                fields: [
                  { name: 'sha256', type: 'bytes', doc: 'SHA-256 of the key.' },
                  {
                    name: 'last4',
                    type: 'string',
                    doc: 'The last four characters of the key, for its masked form.',
                  },
                  { name: 'name', type: 'string', doc: 'Name that its creator gave it.' },
                  { name: 'scopes', type: { type: 'array', items: 'string' }, doc: 'Scopes of the key.' },
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
          fields: [{ name: 'settings', type: 'BusinessSettings', doc: 'The settings that change.' }],
        },
        {
          type: 'record',
          name: 'CreateKey',
          doc: 'Add a dashboard key.',
          fields: [
            { name: 'key', type: 'NewApiKey', doc: 'The key.' },
            {
              name: 'minted_by',
              type: ['null', 'string'],
              default: null,
              doc: 'The key that requested it; null for the dashboard.',
            },
            {
              name: 'detach',
              type: 'boolean',
              default: false,
              doc: 'True if it survives the revocation of the key that created it.',
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
          doc: 'Store a message in the inbox of a recipient, and nudge the recipient.',
          fields: [
            { name: 'recipient_email', type: 'string', doc: 'Address, trimmed and lower case.' },
            { name: 'subject', type: 'string', doc: 'Subject as sent.' },
            { name: 'body', type: 'string', doc: 'Body as sent.' },
            {
              name: 'recipient_phone',
              type: ['null', 'string'],
              default: null,
              doc: 'Number of the recipient: in E.164, or as it was sent if it has no country code.',
            },
            {
              name: 'channels',
              type: ['null', { type: 'array', items: 'string' }],
              default: null,
              doc: 'Channels that the push named; null if the settings of the account decide.',
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
              doc: 'True if a text follows when WhatsApp cannot deliver.',
            },
            {
              name: 'reference',
              type: ['null', 'string'],
              default: null,
              doc: "The merchant's order number.",
            },
            { name: 'order_status', type: ['null', 'string'], default: null, doc: 'Order status as sent.' },
            { name: 'kind', type: 'string', default: 'one_off', doc: 'one_off or updateable.' },
            {
              name: 'notify',
              type: ['null', 'boolean'],
              default: null,
              doc: 'True forces the nudge, false suppresses it.',
            },
            {
              name: 'send_at',
              type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
              default: null,
              doc: 'Moment until which the nudge is held.',
            },
            {
              name: 'escalate_if_unread_after_minutes',
              type: ['null', 'int'],
              default: null,
              doc: 'Minutes for which the paid channels wait for the message to be read.',
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
          name: 'PushBatch',
          doc: 'Several pushes in one request, each under its own key (IDEM-18).',
          fields: [
            {
              name: 'items',
              type: {
                type: 'array',
                items: {
                  type: 'record',
                  name: 'BatchItem',
                  doc: 'One push of a batch, or its faults.',
                  fields: [
                    {
                      name: 'idempotency',
                      type: ['null', 'RequestIdentity'],
                      doc: 'Recognises the item as a push of its own; null in batches that predate spends_key.',
                    },
                    {
                      name: 'push',
                      type: ['null', 'PushMessage'],
                      default: null,
                      doc: 'The push; null for a refused item.',
                    },
                    {
                      name: 'refusal',
                      type: ['null', 'string'],
                      default: null,
                      doc: 'Faults of the item, as a JSON array; null for a push.',
                    },
                    {
                      name: 'recipient_email',
                      type: ['null', 'string'],
                      default: null,
                      doc: 'Address that a refused item named; null if it named none.',
                    },
                    {
                      name: 'spends_key',
                      type: 'boolean',
                      default: true,
                      doc: 'False if a text cannot be stored: a corrected item may use the key again (IDEM-9).',
                    },
                  ],
                },
              },
              doc: 'The items, in the order of the request.',
            },
          ],
        },
        {
          type: 'record',
          name: 'RetractMessage',
          doc: 'Retract a message (MSG-12).',
          fields: [{ name: 'message_id', type: 'string', doc: 'The message.' }],
        },
        {
          type: 'record',
          name: 'ResendNudge',
          doc: 'Send the paid nudge of a message again (NUDGE-19).',
          fields: [
            { name: 'message_id', type: 'string', doc: 'The message.' },
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
          ],
        },
        {
          type: 'record',
          name: 'ReviewTemplate',
          doc: 'Record how the WhatsApp platform judged the template of an order status (OPER-15).',
          fields: [
            { name: 'order_status', type: 'string', doc: 'Order status of the template.' },
            { name: 'review', type: 'string', doc: 'approved, in_review or rejected.' },
          ],
        },
        {
          type: 'record',
          name: 'FireTimer',
          doc: 'A deadline is due.',
          fields: [
            { name: 'subject_id', type: 'string', doc: 'The send or business that the timer belongs to.' },
            { name: 'kind', type: 'string', doc: 'What to do when it is due.' },
            {
              name: 'due_at',
              type: { type: 'long', logicalType: 'timestamp-millis' },
              doc: 'When it was due. If the timer has changed since, the command does nothing.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ReportAttempt',
          doc: 'Record the result of an attempt to submit a nudge to its provider.',
          fields: [
            { name: 'send_id', type: 'string', doc: 'The send.' },
            { name: 'attempt', type: 'int', doc: 'Number of the attempt.' },
            {
              name: 'outcome',
              type: 'string',
              doc: 'accepted, refused, not_on_whatsapp, throttled, try_later, not_reached, unknown or skipped.',
            },
            {
              name: 'provider_id',
              type: ['null', 'string'],
              default: null,
              doc: 'Id that the provider assigned.',
            },
            {
              name: 'retry_after_ms',
              type: ['null', 'int'],
              default: null,
              doc: 'How long the provider asks us to wait.',
            },
            {
              name: 'skipped_reason',
              type: ['null', 'string'],
              default: null,
              doc: 'Gate that refused the send when its sender claimed it.',
            },
            {
              name: 'emails_this_month',
              type: ['null', 'int'],
              default: null,
              doc: 'Number of emails this month including this one, if the business has an allowance.',
            },
            {
              name: 'counted_month',
              type: ['null', 'string'],
              default: null,
              doc: 'Month of the count, such as 2026-11. The month may have ended when the command is applied.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ReportDelivery',
          doc: "Record a provider's report about a nudge.",
          fields: [
            { name: 'send_id', type: 'string', doc: 'The send.' },
            {
              name: 'status',
              type: 'string',
              doc: 'delivered, read, failed, not_on_whatsapp, bounced_hard, bounced_soft or complained.',
            },
            {
              name: 'provider_id',
              type: ['null', 'string'],
              default: null,
              doc: 'Id that the provider assigned.',
            },
            {
              name: 'address_hash',
              type: ['null', 'bytes'],
              default: null,
              doc: 'Keyed hash of the address of a hard bounce or complaint, which counts even if the send is gone (ERASE-14).',
            },
          ],
        },
        {
          type: 'record',
          name: 'OpenMessage',
          doc: 'The recipient opened the message in the inbox.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient of the inbox link.' },
            { name: 'message_id', type: 'string', doc: 'The message.' },
          ],
        },
        {
          type: 'record',
          name: 'StopChannel',
          doc: 'Stop nudges to the recipient on this channel.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'source', type: 'string', doc: 'inbox or dashboard.' },
          ],
        },
        {
          type: 'record',
          name: 'Unsubscribe',
          doc: 'Stop every nudge of this business to the recipient.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'source', type: 'string', doc: 'inbox or dashboard.' },
          ],
        },
        {
          type: 'record',
          name: 'RenewLink',
          doc: 'Email a new inbox link in place of an expired one.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'message_id', type: 'string', doc: 'The message that the expired link led to.' },
          ],
        },
        {
          type: 'record',
          name: 'RevokeKey',
          doc: 'Revoke a key, and every key created with it that is not detached.',
          fields: [{ name: 'key_id', type: 'string', doc: 'The key (key_…).' }],
        },
        {
          type: 'record',
          name: 'CreateEndpoint',
          doc: 'Create a webhook endpoint.',
          fields: [
            {
              name: 'endpoint_id',
              type: 'string',
              doc: 'Id of the endpoint (we_…), made by the service that asks, because the secret is encrypted for this id.',
            },
            { name: 'url', type: 'string', doc: 'URL of the endpoint.' },
            {
              name: 'event_types',
              type: { type: 'array', items: 'string' },
              doc: 'Event types that it receives; empty for all.',
            },
            { name: 'description', type: 'string', doc: 'Description by the business.' },
            {
              name: 'secret',
              type: 'bytes',
              doc: 'The signing secret, encrypted, because the log never holds it in plain text.',
            },
            { name: 'masked_secret', type: 'string', doc: 'Masked form of the secret.' },
          ],
        },
        {
          type: 'record',
          name: 'DeleteEndpoint',
          doc: 'Delete a webhook endpoint.',
          fields: [{ name: 'endpoint_id', type: 'string', doc: 'The endpoint.' }],
        },
        {
          type: 'record',
          name: 'EnableEndpoint',
          doc: 'Enable an endpoint that its failures disabled.',
          fields: [{ name: 'endpoint_id', type: 'string', doc: 'The endpoint.' }],
        },
        {
          type: 'record',
          name: 'SetPhone',
          doc: 'Set the number of a recipient (CONSENT-4, OPER-12).',
          fields: [
            {
              name: 'recipient_email',
              type: 'string',
              doc: 'Email address of the recipient, trimmed and lower case.',
            },
            {
              name: 'phone',
              type: 'string',
              doc: 'The number as sent: in E.164, or without a country code, to be read in the country of the business.',
            },
            { name: 'source', type: 'string', doc: 'api or admin.' },
          ],
        },
        {
          type: 'record',
          name: 'ClearPhone',
          doc: 'Remove the number of a recipient (CONSENT-6).',
          fields: [
            {
              name: 'recipient_email',
              type: 'string',
              doc: 'Email address of the recipient, trimmed and lower case.',
            },
          ],
        },
        {
          type: 'record',
          name: 'EraseWhatsapp',
          doc: 'Erase the WhatsApp history of a recipient, and withdraw consent for good (ERASE-15, ERASE-18).',
          fields: [
            {
              name: 'recipient_email',
              type: 'string',
              doc: 'Email address of the recipient, trimmed and lower case.',
            },
          ],
        },
        {
          type: 'record',
          name: 'EraseRecipient',
          doc: 'Erase a recipient (ERASE-1).',
          fields: [
            {
              name: 'recipient_email',
              type: 'string',
              doc: 'Email address of the recipient, trimmed and lower case.',
            },
          ],
        },
        {
          type: 'record',
          name: 'EraseChunk',
          doc: 'Erase the next rows of an erasure that has begun. Its reply_to names the process that waits for the whole erasure.',
          fields: [{ name: 'erasure_id', type: 'string', doc: 'Id of the command that began the erasure.' }],
        },
        {
          type: 'record',
          name: 'ReceiveText',
          doc: 'Someone sent STOP, START or HELP to one of our numbers. The command belongs to no business.',
          fields: [
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'phone', type: 'string', doc: 'Number of the writer, E.164.' },
            { name: 'own_number', type: 'string', doc: 'Our number, which received it, E.164.' },
            { name: 'word', type: 'string', doc: 'stop, start or help.' },
            {
              name: 'provider_id',
              type: 'string',
              doc: "The provider's id of the text, which identifies a repeat.",
            },
            {
              name: 'written_at',
              type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
              default: null,
              doc: 'When it was written, if the provider says so: the text may arrive late.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ApplyText',
          doc: 'Apply what the owner of a number said about a channel to one business. It carries ids only.',
          fields: [
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'number_hash', type: 'bytes', doc: 'Keyed hash of the number.' },
            { name: 'own_number', type: 'string', doc: 'Our number, which received it, E.164.' },
            {
              name: 'recipient_id',
              type: ['null', 'string'],
              default: null,
              doc: 'Recipient who held the number then; null if only a stop is recorded.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ReceiveReply',
          doc: 'A recipient replied on WhatsApp.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'message_id', type: 'string', doc: 'Newest message that was sent to the number.' },
            { name: 'phone', type: 'string', doc: 'Number of the writer, E.164.' },
            { name: 'text', type: 'string', doc: 'Text of the reply.' },
            {
              name: 'provider_id',
              type: 'string',
              doc: "The platform's id of the reply, which identifies a repeat.",
            },
            {
              name: 'received_at',
              type: { type: 'long', logicalType: 'timestamp-millis' },
              doc: 'When the platform received it.',
            },
          ],
        },
      ],
    },
  ],
} as schema.RecordType;
