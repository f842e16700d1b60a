import { z } from 'zod';
import type { PaidChannel } from '../channels';

// The responses of the merchant API (MSG-13, MSG-16, CHAN-2, CREDIT-11). Each shape is a type for the code that builds
// the response and a schema in the published document. A field that does not apply is null, never absent.

const moment = z.string().meta({ format: 'date-time' });
const kind = z.enum(['one_off', 'updateable']);
const status = z.enum(['active', 'obsolete', 'retracted']);
const doc = (description: string) => ({ description });

/** One field for each paid channel. A new channel without a field does not compile. */
const ofPaidChannels = <Shape extends z.ZodType>(shapes: Readonly<Record<PaidChannel, Shape>>) => shapes;

const EmailOutcome = z.object({
  sending: z.boolean().meta(doc('False is final; true is a strong expectation.')),
  skipped_reason: z
    .string()
    .nullable()
    .meta(
      doc(
        '`sending_paused`, `business_inactive`, `plan_lapsed`, `unsubscribed`, `suppressed`, `platform_suppressed`; null when sending.',
      ),
    ),
});

const ChannelOutcome = z.object({
  queued: z.boolean(),
  credits: z.int().min(0).meta(doc('Credits charged; 0 when not queued or not charged yet.')),
  skipped_reason: z
    .string()
    .nullable()
    .meta(
      doc(
        'Why nothing is sent, such as `no_phone`, `insufficient_credit`, `country_not_allowed`, `disabled_by_request`, `stopped`.',
      ),
    ),
  escalates_at: moment.nullable().meta(doc('When it is sent, unless the message has been read by then.')),
});

const OptInResult = z.object({
  recorded: z.boolean().meta(doc('Consent is on record after this push.')),
  reason: z
    .enum(['already_recorded', 'withdrawn', 'stopped', 'unsubscribed', 'phone_conflict'])
    .nullable()
    .meta(doc('Why this push recorded no new consent; null if it recorded one.')),
  recorded_at: moment.nullable(),
});

const PushResult = z.object({
  id: z.string().meta(doc("The message's public id.")),
  recipient_email: z.string().nullable().meta(doc('As normalised: trimmed, lower case.')),
  subject: z.string(),
  kind,
  status,
  created: z.boolean().meta(doc('False: an existing message was updated in place.')),
  scheduled_for: moment.nullable().meta(doc('When a deferred nudge goes out.')),
  nudged: z.boolean().meta(doc('At least one channel was queued.')),
  email: EmailOutcome.nullable().meta(doc('Null on a quiet push.')),
  ...ofPaidChannels({
    sms: ChannelOutcome.nullable().meta(doc('Null when the channel was not considered.')),
    whatsapp: ChannelOutcome.nullable().meta(doc('Null when the channel was not considered.')),
  }),
  sms_units: z.int().min(0).meta(doc('1 when an SMS was queued, else 0.')),
  whatsapp_opt_in: OptInResult.nullable().meta(
    doc('Present exactly when the request sent `whatsapp_opt_in`.'),
  ),
  reference: z.string().nullable(),
  order_status: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
});

/** The fields of a push result today. The replay of an older one gets those that it lacks (IDEM-20). */
export const PUSH_RESULT_FIELDS = Object.keys(PushResult.shape);

const BatchItemResult = z.object({
  index: z.int().min(0).meta(doc('Position in the request.')),
  ok: z.boolean(),
  result: PushResult.nullable().meta(doc("Present when ok: the same as a single push's response.")),
  error_code: z.string().nullable().meta(doc('Machine-readable code when not ok.')),
  detail: z
    .string()
    .nullable()
    .meta(doc('One line that names the field at fault and its fault. Null when ok.')),
});

const BatchResult = z.object({ results: z.array(BatchItemResult) });

const RetractResult = z.object({
  retracted: z.boolean().meta(doc('False when it had been retracted before.')),
  status,
});

const PaidDelivery = z.object({
  state: z.enum([
    'armed',
    'scheduled',
    'queued',
    'delivered',
    'read',
    'failed',
    'rejected',
    'skipped',
    'cancelled',
  ]),
  credits: z.int().min(0).meta(doc('Net of refunds.')),
  error_code: z.string().nullable(),
  skipped_reason: z.string().nullable(),
  escalates_at: moment.nullable(),
  queued_at: moment.nullable(),
  submitted_at: moment.nullable(),
  delivered_at: moment.nullable(),
  read_at: moment.nullable(),
  updated_at: moment,
  fallback_of: z.literal('whatsapp').nullable(),
});

const EmailEnding = z.object({ reason: z.string(), at: moment });

const Delivery = z
  .object({
    delivered: z.boolean(),
    delivered_at: moment.nullable(),
    opened: z.boolean(),
    opened_at: moment.nullable(),
    bounced: z.boolean(),
    bounced_at: moment.nullable(),
    complained: z.boolean(),
    complained_at: moment.nullable(),
    not_sent: EmailEnding.nullable().meta(
      doc('Why no email was attempted; null once a later email has been submitted to the provider.'),
    ),
    failed: EmailEnding.nullable().meta(
      doc(
        'The email will never be delivered: `esp_refused`, `retries_exhausted` or `outcome_unknown`. Treat any other reason as failed.',
      ),
    ),
    ...ofPaidChannels({ sms: PaidDelivery.nullable(), whatsapp: PaidDelivery.nullable() }),
  })
  .meta(doc('The newest nudge.'));

const MessageSummary = z.object({
  id: z.string(),
  recipient_email: z.string(),
  subject: z.string(),
  kind,
  status,
  reference: z.string().nullable(),
  order_status: z.string().nullable(),
  scheduled_for: moment.nullable(),
  nudged: z.boolean(),
  created_at: moment,
  updated_at: moment,
  obsoleted_at: moment.nullable(),
  retracted_at: moment.nullable(),
  delivery: Delivery,
});

const MessageView = MessageSummary.extend({ body: z.string() });

const MessageList = z.object({
  items: z.array(MessageSummary),
  next_cursor: z.string().nullable().meta(doc('`cursor` of the next page; null on the last.')),
});

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  masked: z.string().meta(doc('`osk_…` and the last four characters.')),
  created: moment,
  minted_by: z
    .string()
    .nullable()
    .meta(doc('The key that created it, even if it is detached; null for a key from the operator.')),
  detached: z.boolean(),
  last_used_at: moment.nullable(),
  scopes: z.array(z.string()),
});

const NewApiKey = ApiKey.extend({
  key: z.string().meta(doc('The key itself, shown in this response only.')),
});

const ApiKeyList = z.object({ items: z.array(ApiKey) });

const CreditBalance = z.object({
  balance: z.int().min(0).meta(doc('Message credits remaining.')),
  low_balance: z.boolean().meta(doc('The balance is below the threshold.')),
  threshold: z.int().min(0),
});

const WebhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.string()).meta(doc('Empty: every event.')),
  description: z.string(),
  secret: z.string().meta(doc('Shown in full in the response that creates it, masked in all others.')),
  disabled: z.boolean().meta(doc('True after 20 events in a row whose attempts all failed.')),
  disabled_at: moment.nullable(),
  consecutive_failures: z.int().min(0),
  last_success_at: moment.nullable(),
  last_error: z.string().nullable().meta(doc('Why the last attempt failed; null if it succeeded.')),
  created_at: moment,
});

const WebhookEndpointList = z.object({ items: z.array(WebhookEndpoint) });

const WebhookTestResult = z.object({
  delivered: z.boolean(),
  status_code: z.int().nullable().meta(doc('Null if there was no response.')),
  error: z.string().nullable(),
  duration_ms: z.int().min(0),
});

const RecipientSmsView = z.object({
  recipient_email: z.string(),
  phone: z.string().nullable().meta(doc('E.164.')),
  phone_country: z.string().nullable().meta(doc('ISO 3166-1 alpha-2.')),
  sms_status: z.enum(['none', 'active', 'stopped']),
  sms_stopped_at: moment.nullable(),
  sms_stop_source: z
    .enum(['text', 'inbox', 'dashboard'])
    .nullable()
    .meta(doc('Where they stopped; `dashboard` means the operator. A texted START lifts only `text`.')),
  sms_consent_at: moment.nullable().meta(doc('When a number was first accepted; written once.')),
  sms_consent_source: z
    .enum(['push', 'api', 'admin'])
    .nullable()
    .meta(doc('Which route first supplied the number; written once.')),
  whatsapp_status: z.enum(['none', 'opted_in', 'stopped', 'withdrawn']),
  whatsapp_opted_in_at: moment.nullable(),
});

const count = z.int().min(0);

const WhatsappErasureReceipt = z.object({
  replies_deleted: count,
  queued_webhook_copies_deleted: count,
  acknowledgement_holds_dropped: count,
  consent_withdrawn: z.boolean().meta(doc('True even if none was recorded.')),
  replies_a_forward_email_may_have_carried: count,
  first_erased_at: moment.meta(doc('When the erasure of this key ran: a replay shows an older time.')),
});

const ErasureReport = z.object({
  first_erased_at: moment.meta(doc('When the erasure of this key ran: a replay shows an older time.')),
  deleted: z.object({
    messages: count,
    delivery_events: count,
    email_sends: count,
    sms_sends: count,
    whatsapp_sends: count,
    whatsapp_replies: count,
    recipients: count,
    webhook_deliveries: count,
    stored_responses: count,
  }),
  kept: z.object({ email_suppressions: count, sms_opt_outs: count, whatsapp_opt_outs: count }),
  cancelled_sends: count.meta(doc('Waiting sends that were cancelled, on all channels.')),
});

/** The shapes, keyed by their names in the published document. */
export const responseShapes = {
  PushResult,
  EmailOutcome,
  ChannelOutcome,
  OptInResult,
  BatchResult,
  BatchItemResult,
  RetractResult,
  MessageView,
  MessageSummary,
  MessageList,
  Delivery,
  PaidDelivery,
  EmailEnding,
  CreditBalance,
  ApiKey,
  NewApiKey,
  ApiKeyList,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookTestResult,
  RecipientSmsView,
  WhatsappErasureReceipt,
  ErasureReport,
};

export type ShapeName = keyof typeof responseShapes;

/** The type of a response for the code that builds it: `ResponseBody<'MessageView'>`. */
export type ResponseBody<Name extends ShapeName> = z.infer<(typeof responseShapes)[Name]>;
