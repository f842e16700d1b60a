import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../shared/same-secret';
import { carriedIds } from '../carried-ids';
import { parseJson } from '../json-text';
import { internationalNumber } from '../phone-number';
import type { Inbound, Report } from '../report';
import { NOT_ON_WHATSAPP } from './error-codes';

/** A webhook request of Meta, before its signature is verified (PROV-9). */
export interface MetaRequest {
  /** The header `X-Hub-Signature-256`. */
  readonly signature: string | undefined;
  readonly body: Buffer;
}

export function verifyMetaRequest({ signature, body }: MetaRequest, appSecret: string): boolean {
  if (signature === undefined) return false;
  return isSameSecret(signature, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
}

/**
 * Meta checks once that the URL is ours: the answer is its challenge, or null if it does not know our token (PROV-15).
 */
export function answerMetaChallenge(query: URLSearchParams, verifyToken: string): string | null {
  if (query.get('hub.mode') !== 'subscribe') return null;
  return isSameSecret(query.get('hub.verify_token') ?? '', verifyToken) ? query.get('hub.challenge') : null;
}

export interface MetaNotification {
  readonly reports: readonly Report[];
  readonly inbound: readonly Inbound[];
  /** Number of messages and statuses that were dropped because they concern other numbers. */
  readonly foreign: number;
}

/**
 * Reads the part of a notification that concerns the number with this id. All numbers of an app report to one URL, and
 * messages to other numbers do not concern our merchants (PROV-14). A status with a send's id counts for every number,
 * because we may have sent from that number until recently.
 */
export function readMetaNotification(body: Buffer, phoneNumberId: string): MetaNotification {
  const reports: Report[] = [];
  const inbound: Inbound[] = [];
  let foreign = 0;
  for (const { metadata, statuses, messages } of changesIn(body)) {
    const reported = statuses.flatMap(reportOf);
    if (metadata?.phone_number_id === phoneNumberId) {
      const to = internationalNumber((metadata.display_phone_number ?? '').replace(/\D/g, ''));
      reports.push(...reported);
      inbound.push(...messages.flatMap((message) => inboundOf(message, to)));
    } else {
      const ours = reported.filter(({ sendId }) => sendId !== null);
      reports.push(...ours);
      foreign += statuses.length - ours.length + messages.length;
    }
  }
  return { reports, inbound, foreign };
}

function reportOf(sent: unknown): Report[] {
  const { data } = Status.safeParse(sent);
  const status = STATUSES.get(data?.status ?? '');
  if (data === undefined || status === undefined) return [];
  const code = data.errors[0]?.code ?? null;
  const [businessId, sendId] = (data.biz_opaque_callback_data ?? '').split(':');
  return [
    {
      channel: 'whatsapp',
      ...carriedIds(businessId, sendId),
      providerId: data.id,
      status: status === 'failed' && code === NOT_ON_WHATSAPP ? 'not_on_whatsapp' : status,
      at: momentOf(data.timestamp),
      detail: code === null ? null : `code ${code}`,
    },
  ];
}

const STATUSES = new Map<string, Report['status']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
]);

function inboundOf(sent: unknown, to: string | null): Inbound[] {
  const { data } = Message.safeParse(sent);
  if (data === undefined) return [];
  const from = internationalNumber(data.from);
  const text = wordsOf(data);
  if (from === null || text === null) return [];
  const at = momentOf(data.timestamp);
  return [{ channel: 'whatsapp', from, to, text, providerId: data.id, quotes: data.context?.id ?? null, at }];
}

/**
 * Reads the content of a message, which is under the name of its type. A picture or a voice message is a reply too, so
 * the merchant can ask about it. Reactions and system notices are not replies (PROV-17).
 */
function wordsOf(message: z.infer<typeof Message>): string | null {
  const { type } = message;
  if (!WORDS.has(type) && !MEDIA.has(type)) return null;
  const { data } = Words.safeParse(message[type]);
  return data ?? (MEDIA.has(type) ? `[${type}]` : null);
}

const WORDS = new Set(['text', 'button', 'interactive']);
const MEDIA = new Set(['image', 'video', 'document', 'audio', 'sticker', 'location', 'contacts']);

/** Meta gives seconds, as text. */
function momentOf(timestamp: string | null): number | null {
  return timestamp !== null && /^\d{1,11}$/.test(timestamp) ? Number(timestamp) * 1_000 : null;
}

function changesIn(body: Buffer): z.infer<typeof Change>['value'][] {
  const { data } = Notification.safeParse(parseJson(body.toString('utf8')));
  return (data?.entry ?? []).flatMap(({ changes }) =>
    changes.flatMap((change) => {
      const read = Change.safeParse(change);
      return read.success ? [read.data.value] : [];
    }),
  );
}

/** The lists accept anything, so that one unexpected item does not cost the others of its notification. */
const anything = z.array(z.unknown()).catch([]);
const Notification = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: anything }).catch({ changes: [] })),
});
const Change = z.object({
  value: z.object({
    metadata: z
      .object({ phone_number_id: z.string(), display_phone_number: z.string().optional().catch(undefined) })
      .optional()
      .catch(undefined),
    statuses: anything,
    messages: anything,
  }),
});
const timestamp = z.string().nullable().catch(null);
const Status = z.object({
  id: z.string(),
  status: z.string(),
  timestamp,
  errors: z.array(z.object({ code: z.number() })).catch([]),
  biz_opaque_callback_data: z.string().optional().catch(undefined),
});
const Message = z.looseObject({
  from: z.string(),
  id: z.string(),
  timestamp,
  type: z.string(),
  context: z.object({ id: z.string() }).optional().catch(undefined),
});
const titled = z.object({ title: z.string() });
const Words = z.union([
  z.object({ body: z.string() }).transform(({ body }) => body),
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ caption: z.string() }).transform(({ caption }) => caption),
  z.object({ button_reply: titled }).transform(({ button_reply }) => button_reply.title),
  z.object({ list_reply: titled }).transform(({ list_reply }) => list_reply.title),
]);
