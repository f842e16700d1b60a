import { z } from 'zod';
import { carriedIds } from '../carried-ids';
import { parseJson } from '../json-text';
import { internationalNumber } from '../phone-number';
import type { Inbound, Report } from '../report';
import { errorNumber } from './error-number';

/** Reads the one status of a request. */
export function readVonageReports(body: Buffer): Report[] {
  const { data } = Status.safeParse(parseJson(body.toString('utf8')));
  const status = STATUSES.get(data?.status ?? '');
  if (data === undefined || status === undefined) return [];
  const [businessId, sendId] = (data.client_ref ?? '').split(':');
  const number = errorNumber(data.error?.type ?? null);
  return [
    {
      channel: 'sms',
      ...carriedIds(businessId, sendId),
      providerId: data.message_uuid,
      status,
      at: momentOf(data.timestamp),
      detail: number === null ? null : `code ${number}`,
    },
  ];
}

const STATUSES = new Map<string, Report['status']>([
  ['submitted', 'sent'],
  ['delivered', 'delivered'],
  ['rejected', 'failed'],
  ['undeliverable', 'failed'],
]);

/**
 * Reads the one text of a request. Empty if it is not a text, or if its sender is not a number that we can reply to.
 */
export function readVonageInbound(body: Buffer): Inbound[] {
  const { data } = Text.safeParse(parseJson(body.toString('utf8')));
  const from = internationalNumber(data?.from ?? '');
  if (data === undefined || from === null) return [];
  return [
    {
      channel: 'sms',
      from,
      to: internationalNumber(data.to ?? ''),
      text: data.text,
      providerId: data.message_uuid,
      quotes: null,
      at: momentOf(data.timestamp),
    },
  ];
}

function momentOf(timestamp: string | null): number | null {
  const moment = Date.parse(timestamp ?? '');
  return Number.isNaN(moment) ? null : moment;
}

const optionalText = z.string().nullable().catch(null);
const Status = z.object({
  channel: z.literal('sms'),
  message_uuid: optionalText,
  status: z.string(),
  timestamp: optionalText,
  client_ref: optionalText,
  error: z.object({ type: optionalText }).nullable().catch(null),
});
const Text = z.object({
  channel: z.literal('sms'),
  message_type: z.literal('text'),
  message_uuid: z.string(),
  from: z.string(),
  to: optionalText,
  text: z.string(),
  timestamp: optionalText,
});
