import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../shared/same-secret';
import { carriedIds } from '../carried-ids';
import { internationalNumber } from '../phone-number';
import type { Inbound, Report } from '../report';

/** A webhook request of Twilio, before its signature is verified (PROV-9). */
export interface TwilioRequest {
  /** The header `X-Twilio-Signature`. */
  readonly signature: string | undefined;
  /** The URL as Twilio called it: public base URL of the callbacks service, path and query. */
  readonly url: string;
  readonly body: Buffer;
}

/** Twilio signs the URL and all fields of the form, sorted by name. A field that repeats one value counts once. */
export function verifyTwilioRequest({ signature, url, body }: TwilioRequest, authToken: string): boolean {
  if (signature === undefined) return false;
  const text = signedText(url, fieldsOf(body));
  if (text === null) return false;
  return isSameSecret(signature, createHmac('sha1', authToken).update(text).digest('base64'));
}

/** A text has some 20 fields, a status 15, and each of at most ten pictures adds two. Twilio never sends 200. */
const MAX_FIELDS = 200;

/**
 * Returns null if there are more fields than Twilio sends. An attacker may choose the form, so each field is visited
 * once, and none beyond the limit: looking up the values of each name took seconds for a form of 16,000 names.
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

/** Reads a status callback. Our ids are in the query of the URL that was sent with the text (PROV-8). */
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

/** Returns null if the request is not a text from a number that can be replied to. */
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

/** Statuses before `sent` add nothing to the response to the submission. */
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

/** Yields one field at a time, so that fields beyond the limit are not decoded. */
function* fieldsOf(body: Buffer): Iterable<readonly [string, string]> {
  for (let start = 0; start < body.length;) {
    const found = body.indexOf('&', start);
    const end = found === -1 ? body.length : found;
    // After a `&`, a leading question mark is part of the name.
    yield* new URLSearchParams(`&${body.toString('utf8', start, end)}`);
    start = end + 1;
  }
}
