import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../shared/same-secret';
import { carriedIds } from '../carried-ids';
import { internationalNumber } from '../phone-number';
import type { Inbound, Report } from '../report';

export interface TwilioRequest {
  /** The header `X-Twilio-Signature`. */
  readonly signature: string | undefined;
  /** The address as Twilio called it, query included: public base of the callbacks service, path and query. */
  readonly url: string;
  readonly body: Buffer;
}

/** Twilio signs the address and all fields of the form, sorted by name. A field that is repeated with one value counts once. */
export function verifyTwilioRequest({ signature, url, body }: TwilioRequest, authToken: string): boolean {
  if (signature === undefined) return false;
  const form = formOf(body);
  const fields = [...new Set(form.keys())]
    .sort()
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  const expected = createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
  return isSameSecret(signature, expected);
}

/** A status callback. Our ids come in the query of the address that was given with the text. */
export function readTwilioReports(body: Buffer, query: URLSearchParams): Report[] {
  const form = formOf(body);
  const status = STATUSES.get(form.get('MessageStatus') ?? '');
  if (status === undefined) return [];
  const code = form.get('ErrorCode') ?? '';
  return [
    {
      channel: 'sms',
      ...carriedIds(query.get('business_id'), query.get('send_id')),
      providerId: form.get('MessageSid'),
      status,
      // Twilio does not say when.
      at: null,
      detail: /^\d{1,6}$/.test(code) ? `code ${code}` : null,
    },
  ];
}

/** Null for what is no text that somebody could be answered to. */
export function readTwilioInbound(body: Buffer): Inbound | null {
  const form = formOf(body);
  const from = internationalNumber(form.get('From') ?? '');
  const providerId = form.get('MessageSid');
  const text = form.get('Body');
  if (from === null || providerId === null || text === null) return null;
  return {
    channel: 'sms',
    from,
    to: internationalNumber(form.get('To') ?? ''),
    text,
    providerId,
    quotes: null,
    at: null,
  };
}

/** Steps before `sent` say nothing that the answer to the submission did not say. */
const STATUSES = new Map<string, Report['status']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

function formOf(body: Buffer): URLSearchParams {
  return new URLSearchParams(body.toString('utf8'));
}
