import { z } from 'zod';
import { isSameSecret } from '../../../shared/same-secret';
import { carriedIds } from '../../carried-ids';
import { parseJson } from '../../json-text';
import { provedAddress } from '../../proved-address';
import type { Report } from '../../report';

/** Postmark does not sign requests; it sends the `user:password` from the URL of the webhook (PROV-9). */
export function verifyPostmarkRequest(authorization: string | undefined, credentials: string): boolean {
  const given = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(Buffer.from(given, 'base64').toString('utf8'), credentials);
}

/** Reads the one event of a request. Returns an empty list for opens, clicks and invalid bodies. */
export function readPostmarkReports(body: Buffer): Report[] {
  const { data } = Event.safeParse(parseJson(body.toString('utf8')));
  if (data === undefined) return [];
  const status = statusOf(data);
  if (status === null) return [];
  const moment = Date.parse(data.DeliveredAt ?? data.BouncedAt ?? '');
  return [
    {
      channel: 'email',
      providerId: data.MessageID,
      status,
      at: Number.isNaN(moment) ? null : moment,
      detail: data.Type !== null && /^\w{1,40}$/.test(data.Type) ? data.Type : null,
      ...carriedIds(data.Metadata['business-id'], data.Metadata['send-id']),
      ...provedAddress(status, data.Email),
    },
  ];
}

function statusOf({ RecordType, Type }: z.infer<typeof Event>): Report['status'] | null {
  switch (RecordType) {
    case 'Delivery':
      return 'delivered';
    case 'SpamComplaint':
      return 'complained';
    case 'Bounce':
      return bounceStatus(Type ?? '');
    default:
      return null;
  }
}

/**
 * Postmark calls everything that comes back a bounce. Only a dead address counts as a hard bounce, because that ends
 * all email to the address, from every business (PROV-12). An automatic answer is not a bounce at all.
 */
function bounceStatus(type: string): Report['status'] | null {
  if (HARD.has(type)) return 'bounced_hard';
  if (type === 'SpamComplaint') return 'complained';
  if (type === 'SMTPApiError') return 'failed';
  return ANSWERS.has(type) ? null : 'bounced_soft';
}

const HARD = new Set(['HardBounce', 'BadEmailAddress']);
const ANSWERS = new Set([
  'AutoResponder',
  'AddressChange',
  'Subscribe',
  'Unsubscribe',
  'ChallengeVerification',
]);

const text = z.string().nullable().catch(null);
const Event = z.object({
  RecordType: z.string(),
  Type: text,
  MessageID: text,
  DeliveredAt: text,
  BouncedAt: text,
  Email: text,
  Metadata: z.record(z.string(), z.unknown()).catch({}),
});
