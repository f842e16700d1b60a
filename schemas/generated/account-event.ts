// Generated from schemas/avro/account-event.avsc by `npm run generate`: edit that file.

import type { schema } from 'avsc';

/** What happened to the credits, the plan or a recipient of an account. */
export interface AccountEvent {
  /** Id of the event (evt_…), the same as in its webhook. */
  event_id: string;
  /** What happened, such as credits.topped_up or recipient.erased. New types may be added: ignore unknown ones. */
  type: string;
  /** When it happened. */
  occurred_at: number;
  /** The business (biz_…); the record's key. */
  business_id: string;
  /** The recipient (rcp_…), for recipient.erased. */
  recipient_id: string | null;
  /** Credits moved, for credits.topped_up. */
  credits: number | null;
  /** Balance afterwards, for credits events. */
  balance: number | null;
  /** Low-balance threshold, for credits.low_balance. */
  threshold: number | null;
  /** Plan state, for plan events. */
  plan: string | null;
  /** End of the paid period, for plan.past_due. */
  period_ends_at: number | null;
  /** Monthly email allowance, for plan.allowance_exceeded. */
  allowance: number | null;
  /** Emails sent this month, for plan.allowance_exceeded. */
  used: number | null;
}

export const accountEventSchema = {
  type: 'record',
  name: 'AccountEvent',
  namespace: 'nudgeline.events',
  doc: 'What happened to the credits, the plan or a recipient of an account.',
  fields: [
    { name: 'event_id', type: 'string', doc: 'Id of the event (evt_…), the same as in its webhook.' },
    {
      name: 'type',
      type: 'string',
      doc: 'What happened, such as credits.topped_up or recipient.erased. New types may be added: ignore unknown ones.',
    },
    {
      name: 'occurred_at',
      type: { type: 'long', logicalType: 'timestamp-millis' },
      doc: 'When it happened.',
    },
    { name: 'business_id', type: 'string', doc: "The business (biz_…); the record's key." },
    {
      name: 'recipient_id',
      type: ['null', 'string'],
      default: null,
      doc: 'The recipient (rcp_…), for recipient.erased.',
    },
    { name: 'credits', type: ['null', 'int'], default: null, doc: 'Credits moved, for credits.topped_up.' },
    {
      name: 'balance',
      type: ['null', 'long'],
      default: null,
      doc: 'Balance afterwards, for credits events.',
    },
    {
      name: 'threshold',
      type: ['null', 'int'],
      default: null,
      doc: 'Low-balance threshold, for credits.low_balance.',
    },
    { name: 'plan', type: ['null', 'string'], default: null, doc: 'Plan state, for plan events.' },
    {
      name: 'period_ends_at',
      type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
      default: null,
      doc: 'End of the paid period, for plan.past_due.',
    },
    {
      name: 'allowance',
      type: ['null', 'int'],
      default: null,
      doc: 'Monthly email allowance, for plan.allowance_exceeded.',
    },
    {
      name: 'used',
      type: ['null', 'int'],
      default: null,
      doc: 'Emails sent this month, for plan.allowance_exceeded.',
    },
  ],
} as schema.RecordType;
