import { verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { carriedIds } from '../../carried-ids';
import { parseJson } from '../../json-text';
import { provedAddress } from '../../proved-address';
import type { Report } from '../../report';

/** A webhook request of SendGrid, before its signature is verified (PROV-9). */
export interface SendgridRequest {
  /** The header `X-Twilio-Email-Event-Webhook-Signature`. */
  readonly signature: string | undefined;
  /** The header `X-Twilio-Email-Event-Webhook-Timestamp`. */
  readonly timestamp: string | undefined;
  readonly body: Buffer;
}

/** Verifies an ECDSA signature of time and body. Only a public key is involved, so timing reveals no secret. */
export function verifySendgridRequest(request: SendgridRequest, publicKey: KeyObject): boolean {
  const { signature, timestamp, body } = request;
  if (signature === undefined || timestamp === undefined) return false;
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
}

/** Reads the events of a request, except those that are not about delivery. */
export function readSendgridReports(body: Buffer): Report[] {
  const events = parseJson(body.toString('utf8'));
  return Array.isArray(events) ? events.flatMap(reportOf) : [];
}

function reportOf(sent: unknown): Report[] {
  const { data } = Event.safeParse(sent);
  if (data === undefined) return [];
  const status = statusOf(data);
  if (status === null) return [];
  return [
    {
      channel: 'email',
      ...carriedIds(data.business_id, data.send_id),
      providerId: data.sg_message_id,
      status,
      ...provedAddress(status, data.email),
      at: data.timestamp === null ? null : data.timestamp * 1_000,
      detail: detailOf(data),
    },
  ];
}

function statusOf({ event, type, reason }: z.infer<typeof Event>): Report['status'] | null {
  switch (event) {
    case 'delivered':
      return 'delivered';
    case 'bounce':
      return type === 'blocked' ? 'bounced_soft' : 'bounced_hard';
    case 'dropped':
      // SendGrid drops an email to an address that it knows to be dead.
      return DEAD_ADDRESS.has(reason ?? '') ? 'bounced_hard' : 'failed';
    case 'spamreport':
      return 'complained';
    default:
      return null;
  }
}

const DEAD_ADDRESS = new Set(['Bounced Address', 'Invalid']);

/** Leaves out `reason`: it is the sentence of the other server, which quotes the address (PROV-16). */
function detailOf({ event, type, status }: z.infer<typeof Event>): string | null {
  if (event !== 'bounce' && event !== 'dropped') return null;
  const what = type === 'blocked' ? type : event;
  return status !== null && /^\d\.\d{1,3}\.\d{1,3}$/.test(status) ? `${what} ${status}` : what;
}

const text = z.string().nullable().catch(null);
const Event = z.object({
  event: z.string(),
  email: text,
  type: text,
  reason: text,
  status: text,
  timestamp: z.int().nonnegative().nullable().catch(null),
  sg_message_id: text,
  business_id: z.unknown(),
  send_id: z.unknown(),
});
