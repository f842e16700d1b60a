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
  const text = signedText(url, fieldsOf(body));
  if (text === null) return false;
  return isSameSecret(signature, createHmac('sha1', authToken).update(text).digest('base64'));
}

/** A text has some 20 fields, a status 15, and each of at most ten pictures two more; what has more is not Twilio's. */
const MAX_FIELDS = 200;

/**
 * Null with more fields than Twilio sends. A stranger makes up the form, so each field is visited once, and none beyond
 * the limit: to ask the form for the values of each name took seconds for 16,000 names.
 */
export function signedText(url: string, fields: Iterable<readonly [string, string]>): string | null {
  const values = new Map<string, Set<string>>();
  let count = 0;
  for (const [name, value] of fields) {
    count += 1;
    if (count > MAX_FIELDS) return null;
    const known = values.get(name);
    if (known === undefined) values.set(name, new Set([value]));
    else known.add(value);
  }
  const byName = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return url + byName.flatMap(([name, all]) => [...all].sort().map((value) => name + value)).join('');
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

/** One by one, so that what nobody asks for is not read. */
function* fieldsOf(body: Buffer): Iterable<readonly [string, string]> {
  for (let start = 0; start < body.length;) {
    const found = body.indexOf('&', start);
    const end = found === -1 ? body.length : found;
    // Behind a `&` a leading question mark is part of the name.
    yield* new URLSearchParams(`&${body.toString('utf8', start, end)}`);
    start = end + 1;
  }
}
