// Generated from schemas/avro/command.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** One request to change message, credit or consent state. The ledger applies each exactly once, in the order of its partition. */
export interface Command {
  /** Id of the command (cmd_…). Every id the command brings about derives from it. */
  command_id: string;
  /** The business the command belongs to; the record's key. */
  business_id: string;
  /** When the command was made, by the service's clock. */
  issued_at: number;
  /** The process that waits for the outcome, by the name that it gave itself when it started; null when nobody waits. */
  reply_to: string | null;
  /** Null for a command that came without an Idempotency-Key. */
  idempotency: RequestIdentity | null;
  /** What is wished for. */
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

/** What a request with an Idempotency-Key is recognised by. Keyed hashes, for keys often hold order numbers. */
export interface RequestIdentity {
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
  /** Address that the request named, so that its answer can be erased with the person; null where it named none. */
  recipient_email: string | null;
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
  /** Emails per day to one recipient at the most. */
  recipient_daily_emails: number | null;
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
  /** The key that asked for it; null from the dashboard. */
  minted_by: string | null;
  /** True: it survives the revocation of its maker. */
  detach: boolean;
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
  /** Number of the recipient: E.164, or as it was sent where it has no country code. */
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

/** Several pushes in one request, each under a key of its own (D5). */
export interface PushBatch {
  /** In the order of the request. */
  items: BatchItem[];
}

/** One push of a batch, or what is wrong with it. */
export interface BatchItem {
  /** How the item is recognised as a push of its own; null in batches from before spends_key. */
  idempotency: RequestIdentity | null;
  /** The push; null for an item that is refused. */
  push: PushMessage | null;
  /** JSON array of what is wrong with it; null for a push. */
  refusal: string | null;
  /** Address that a refused item named; null where it named none. */
  recipient_email: string | null;
  /** False where a text cannot be stored: a corrected item may use the key again. */
  spends_key: boolean;
}

/** The message is taken back (3.1). */
export interface RetractMessage {
  /** The message. */
  message_id: string;
}

/** The paid nudge of a message is asked for again (operations 4 and 5). */
export interface ResendNudge {
  /** The message. */
  message_id: string;
  /** sms or whatsapp. */
  channel: string;
}

/** The WhatsApp platform judged the template of an order status (D15). */
export interface ReviewTemplate {
  /** Status that the template is for. */
  order_status: string;
  /** approved, in_review or rejected. */
  review: string;
}

/** A deadline has come. */
export interface FireTimer {
  /** What the timer belongs to: a send or a business. */
  subject_id: string;
  /** What is due. */
  kind: string;
  /** When it was due; a timer that was moved since is left alone. */
  due_at: number;
}

/** What became of an attempt to hand a nudge to its provider. */
export interface ReportAttempt {
  /** The send. */
  send_id: string;
  /** Number of the attempt. */
  attempt: number;
  /** accepted, refused, not_on_whatsapp, throttled, try_later, not_reached, unknown or skipped. */
  outcome: string;
  /** Id that the provider gave it. */
  provider_id: string | null;
  /** How long the provider asks to be left alone. */
  retry_after_ms: number | null;
  /** Gate that refused it at the last moment. */
  skipped_reason: string | null;
  /** Emails of this month with this one, where the allowance is counted. */
  emails_this_month: number | null;
  /** The month that they are counted in, such as 2026-11; it may be over when this is applied. */
  counted_month: string | null;
}

/** A provider reports on a nudge it took. */
export interface ReportDelivery {
  /** The send. */
  send_id: string;
  /** delivered, read, failed, not_on_whatsapp, bounced_hard, bounced_soft or complained. */
  status: string;
  /** Id that the provider gave it. */
  provider_id: string | null;
  /** Keyed hash of the address that a hard bounce or a complaint is about: it counts also where the send is gone. */
  address_hash: Buffer | null;
}

/** The recipient has the message open in the inbox. */
export interface OpenMessage {
  /** The recipient whose link it was. */
  recipient_id: string;
  /** The message. */
  message_id: string;
}

/** The recipient wants no more nudges on this channel. */
export interface StopChannel {
  /** The recipient. */
  recipient_id: string;
  /** sms or whatsapp. */
  channel: string;
  /** inbox or dashboard. */
  source: string;
}

/** The recipient wants none of the business's updates any more. */
export interface Unsubscribe {
  /** The recipient. */
  recipient_id: string;
  /** inbox or dashboard. */
  source: string;
}

/** An expired inbox link is to be replaced by a fresh one, by email. */
export interface RenewLink {
  /** The recipient. */
  recipient_id: string;
  /** The message that the link led to. */
  message_id: string;
}

/** A key stops opening anything, with every key that it made and did not detach. */
export interface RevokeKey {
  /** The key (key_…). */
  key_id: string;
}

/** The business wants to hear of events at this address. */
export interface CreateEndpoint {
  /** Its id (we_…), made by whoever asks: the secret is sealed for it. */
  endpoint_id: string;
  /** Where to. */
  url: string;
  /** Which events; empty for all. */
  event_types: string[];
  /** The business's own words. */
  description: string;
  /** The signing secret, encrypted: the log never has it in the clear. */
  secret: Buffer;
  /** What is shown of it. */
  masked_secret: string;
}

/** Nothing is to be delivered there any more. */
export interface DeleteEndpoint {
  /** The endpoint. */
  endpoint_id: string;
}

/** An endpoint that was disabled for its failures is given another chance. */
export interface EnableEndpoint {
  /** The endpoint. */
  endpoint_id: string;
}

/** A number is set for a recipient (operation 13, D15). */
export interface SetPhone {
  /** Address of the recipient, normalised. */
  recipient_email: string;
  /** The number as it was given: E.164, or to be read in the country of the business. */
  phone: string;
  /** api or admin. */
  source: string;
}

/** A recipient's number is cleared (operation 14). */
export interface ClearPhone {
  /** Address of the recipient, normalised. */
  recipient_email: string;
}

/** A recipient's WhatsApp history is erased and consent withdrawn for good (operation 15). */
export interface EraseWhatsapp {
  /** Address of the recipient, normalised. */
  recipient_email: string;
}

/** A recipient is erased (operation 16). */
export interface EraseRecipient {
  /** Address of the recipient, normalised. */
  recipient_email: string;
}

/** The next rows of an erasure under way; its reply partition is that of whoever waits for the whole. */
export interface EraseChunk {
  /** Id of the command that began it. */
  erasure_id: string;
}

/** Somebody wrote one of the words that stop, start or explain to a number of ours. Belongs to no business. */
export interface ReceiveText {
  /** sms or whatsapp. */
  channel: string;
  /** Who wrote, E.164. */
  phone: string;
  /** Number of ours that it was written to, E.164. */
  own_number: string;
  /** stop, start or help. */
  word: string;
  /** The provider's id of the text, by which a repeat is told. */
  provider_id: string;
  /** When it was written, where the provider says so: it may arrive late. */
  written_at: number | null;
}

/** What a number's owner has said about a channel is carried over to one business. Ids only. */
export interface ApplyText {
  /** sms or whatsapp. */
  channel: string;
  /** Keyed hash of the number. */
  number_hash: Buffer;
  /** Number of ours that it was written to, E.164. */
  own_number: string;
  /** Recipient who held the number then; null where only a stop is kept. */
  recipient_id: string | null;
}

/** A recipient replied on WhatsApp. */
export interface ReceiveReply {
  /** The recipient. */
  recipient_id: string;
  /** Newest message sent to the number. */
  message_id: string;
  /** Who wrote, E.164. */
  phone: string;
  /** What was written. */
  text: string;
  /** The platform's id of the reply, by which a repeat is told. */
  provider_id: string;
  /** When the platform got it. */
  received_at: number;
}

export const commandSchema = {
  type: 'record',
  name: 'Command',
  doc: 'One request to change message, credit or consent state. The ledger applies each exactly once, in the order of its partition.',
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
      name: 'reply_to',
      type: ['null', 'string'],
      default: null,
      doc: 'The process that waits for the outcome, by the name that it gave itself when it started; null when nobody waits.',
    },
    {
      name: 'idempotency',
      type: [
        'null',
        {
          type: 'record',
          name: 'RequestIdentity',
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
            {
              name: 'recipient_email',
              type: ['null', 'string'],
              default: null,
              doc: 'Address that the request named, so that its answer can be erased with the person; null where it named none.',
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
                    name: 'recipient_daily_emails',
                    type: ['null', 'int'],
                    default: null,
                    doc: 'Emails per day to one recipient at the most.',
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
          fields: [
            { name: 'key', type: 'NewApiKey', doc: 'The key.' },
            {
              name: 'minted_by',
              type: ['null', 'string'],
              default: null,
              doc: 'The key that asked for it; null from the dashboard.',
            },
            {
              name: 'detach',
              type: 'boolean',
              default: false,
              doc: 'True: it survives the revocation of its maker.',
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
            {
              name: 'recipient_phone',
              type: ['null', 'string'],
              default: null,
              doc: 'Number of the recipient: E.164, or as it was sent where it has no country code.',
            },
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
          name: 'PushBatch',
          doc: 'Several pushes in one request, each under a key of its own (D5).',
          fields: [
            {
              name: 'items',
              type: {
                type: 'array',
                items: {
                  type: 'record',
                  name: 'BatchItem',
                  doc: 'One push of a batch, or what is wrong with it.',
                  fields: [
                    {
                      name: 'idempotency',
                      type: ['null', 'RequestIdentity'],
                      doc: 'How the item is recognised as a push of its own; null in batches from before spends_key.',
                    },
                    {
                      name: 'push',
                      type: ['null', 'PushMessage'],
                      default: null,
                      doc: 'The push; null for an item that is refused.',
                    },
                    {
                      name: 'refusal',
                      type: ['null', 'string'],
                      default: null,
                      doc: 'JSON array of what is wrong with it; null for a push.',
                    },
                    {
                      name: 'recipient_email',
                      type: ['null', 'string'],
                      default: null,
                      doc: 'Address that a refused item named; null where it named none.',
                    },
                    {
                      name: 'spends_key',
                      type: 'boolean',
                      default: true,
                      doc: 'False where a text cannot be stored: a corrected item may use the key again.',
                    },
                  ],
                },
              },
              doc: 'In the order of the request.',
            },
          ],
        },
        {
          type: 'record',
          name: 'RetractMessage',
          doc: 'The message is taken back (3.1).',
          fields: [{ name: 'message_id', type: 'string', doc: 'The message.' }],
        },
        {
          type: 'record',
          name: 'ResendNudge',
          doc: 'The paid nudge of a message is asked for again (operations 4 and 5).',
          fields: [
            { name: 'message_id', type: 'string', doc: 'The message.' },
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
          ],
        },
        {
          type: 'record',
          name: 'ReviewTemplate',
          doc: 'The WhatsApp platform judged the template of an order status (D15).',
          fields: [
            { name: 'order_status', type: 'string', doc: 'Status that the template is for.' },
            { name: 'review', type: 'string', doc: 'approved, in_review or rejected.' },
          ],
        },
        {
          type: 'record',
          name: 'FireTimer',
          doc: 'A deadline has come.',
          fields: [
            { name: 'subject_id', type: 'string', doc: 'What the timer belongs to: a send or a business.' },
            { name: 'kind', type: 'string', doc: 'What is due.' },
            {
              name: 'due_at',
              type: { type: 'long', logicalType: 'timestamp-millis' },
              doc: 'When it was due; a timer that was moved since is left alone.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ReportAttempt',
          doc: 'What became of an attempt to hand a nudge to its provider.',
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
              doc: 'Id that the provider gave it.',
            },
            {
              name: 'retry_after_ms',
              type: ['null', 'int'],
              default: null,
              doc: 'How long the provider asks to be left alone.',
            },
            {
              name: 'skipped_reason',
              type: ['null', 'string'],
              default: null,
              doc: 'Gate that refused it at the last moment.',
            },
            {
              name: 'emails_this_month',
              type: ['null', 'int'],
              default: null,
              doc: 'Emails of this month with this one, where the allowance is counted.',
            },
            {
              name: 'counted_month',
              type: ['null', 'string'],
              default: null,
              doc: 'The month that they are counted in, such as 2026-11; it may be over when this is applied.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ReportDelivery',
          doc: 'A provider reports on a nudge it took.',
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
              doc: 'Id that the provider gave it.',
            },
            {
              name: 'address_hash',
              type: ['null', 'bytes'],
              default: null,
              doc: 'Keyed hash of the address that a hard bounce or a complaint is about: it counts also where the send is gone.',
            },
          ],
        },
        {
          type: 'record',
          name: 'OpenMessage',
          doc: 'The recipient has the message open in the inbox.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient whose link it was.' },
            { name: 'message_id', type: 'string', doc: 'The message.' },
          ],
        },
        {
          type: 'record',
          name: 'StopChannel',
          doc: 'The recipient wants no more nudges on this channel.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'source', type: 'string', doc: 'inbox or dashboard.' },
          ],
        },
        {
          type: 'record',
          name: 'Unsubscribe',
          doc: "The recipient wants none of the business's updates any more.",
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'source', type: 'string', doc: 'inbox or dashboard.' },
          ],
        },
        {
          type: 'record',
          name: 'RenewLink',
          doc: 'An expired inbox link is to be replaced by a fresh one, by email.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'message_id', type: 'string', doc: 'The message that the link led to.' },
          ],
        },
        {
          type: 'record',
          name: 'RevokeKey',
          doc: 'A key stops opening anything, with every key that it made and did not detach.',
          fields: [{ name: 'key_id', type: 'string', doc: 'The key (key_…).' }],
        },
        {
          type: 'record',
          name: 'CreateEndpoint',
          doc: 'The business wants to hear of events at this address.',
          fields: [
            {
              name: 'endpoint_id',
              type: 'string',
              doc: 'Its id (we_…), made by whoever asks: the secret is sealed for it.',
            },
            { name: 'url', type: 'string', doc: 'Where to.' },
            {
              name: 'event_types',
              type: { type: 'array', items: 'string' },
              doc: 'Which events; empty for all.',
            },
            { name: 'description', type: 'string', doc: "The business's own words." },
            {
              name: 'secret',
              type: 'bytes',
              doc: 'The signing secret, encrypted: the log never has it in the clear.',
            },
            { name: 'masked_secret', type: 'string', doc: 'What is shown of it.' },
          ],
        },
        {
          type: 'record',
          name: 'DeleteEndpoint',
          doc: 'Nothing is to be delivered there any more.',
          fields: [{ name: 'endpoint_id', type: 'string', doc: 'The endpoint.' }],
        },
        {
          type: 'record',
          name: 'EnableEndpoint',
          doc: 'An endpoint that was disabled for its failures is given another chance.',
          fields: [{ name: 'endpoint_id', type: 'string', doc: 'The endpoint.' }],
        },
        {
          type: 'record',
          name: 'SetPhone',
          doc: 'A number is set for a recipient (operation 13, D15).',
          fields: [
            { name: 'recipient_email', type: 'string', doc: 'Address of the recipient, normalised.' },
            {
              name: 'phone',
              type: 'string',
              doc: 'The number as it was given: E.164, or to be read in the country of the business.',
            },
            { name: 'source', type: 'string', doc: 'api or admin.' },
          ],
        },
        {
          type: 'record',
          name: 'ClearPhone',
          doc: "A recipient's number is cleared (operation 14).",
          fields: [{ name: 'recipient_email', type: 'string', doc: 'Address of the recipient, normalised.' }],
        },
        {
          type: 'record',
          name: 'EraseWhatsapp',
          doc: "A recipient's WhatsApp history is erased and consent withdrawn for good (operation 15).",
          fields: [{ name: 'recipient_email', type: 'string', doc: 'Address of the recipient, normalised.' }],
        },
        {
          type: 'record',
          name: 'EraseRecipient',
          doc: 'A recipient is erased (operation 16).',
          fields: [{ name: 'recipient_email', type: 'string', doc: 'Address of the recipient, normalised.' }],
        },
        {
          type: 'record',
          name: 'EraseChunk',
          doc: 'The next rows of an erasure under way; its reply partition is that of whoever waits for the whole.',
          fields: [{ name: 'erasure_id', type: 'string', doc: 'Id of the command that began it.' }],
        },
        {
          type: 'record',
          name: 'ReceiveText',
          doc: 'Somebody wrote one of the words that stop, start or explain to a number of ours. Belongs to no business.',
          fields: [
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'phone', type: 'string', doc: 'Who wrote, E.164.' },
            { name: 'own_number', type: 'string', doc: 'Number of ours that it was written to, E.164.' },
            { name: 'word', type: 'string', doc: 'stop, start or help.' },
            {
              name: 'provider_id',
              type: 'string',
              doc: "The provider's id of the text, by which a repeat is told.",
            },
            {
              name: 'written_at',
              type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
              default: null,
              doc: 'When it was written, where the provider says so: it may arrive late.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ApplyText',
          doc: "What a number's owner has said about a channel is carried over to one business. Ids only.",
          fields: [
            { name: 'channel', type: 'string', doc: 'sms or whatsapp.' },
            { name: 'number_hash', type: 'bytes', doc: 'Keyed hash of the number.' },
            { name: 'own_number', type: 'string', doc: 'Number of ours that it was written to, E.164.' },
            {
              name: 'recipient_id',
              type: ['null', 'string'],
              default: null,
              doc: 'Recipient who held the number then; null where only a stop is kept.',
            },
          ],
        },
        {
          type: 'record',
          name: 'ReceiveReply',
          doc: 'A recipient replied on WhatsApp.',
          fields: [
            { name: 'recipient_id', type: 'string', doc: 'The recipient.' },
            { name: 'message_id', type: 'string', doc: 'Newest message sent to the number.' },
            { name: 'phone', type: 'string', doc: 'Who wrote, E.164.' },
            { name: 'text', type: 'string', doc: 'What was written.' },
            {
              name: 'provider_id',
              type: 'string',
              doc: "The platform's id of the reply, by which a repeat is told.",
            },
            {
              name: 'received_at',
              type: { type: 'long', logicalType: 'timestamp-millis' },
              doc: 'When the platform got it.',
            },
          ],
        },
      ],
    },
  ],
} as schema.RecordType;
