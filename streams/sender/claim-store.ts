import type { Sql, Transaction } from '../runtime/database';
import { counterKey, type Counter } from './caps';
import type { Found } from './scene';
import { workKey, type Work } from './work';

type WorkRef = Pick<Work, 'businessId' | 'sendId' | 'attempt'>;

/**
 * Locks the sends, in the order of their ids as the ledger does, and only then reads what is known about them: a call-off
 * that came first is seen, and one that comes later finds the attempt (hazard 13).
 */
export async function lockSends(sql: Transaction, works: readonly WorkRef[]): Promise<Map<string, Found>> {
  const businessIds = works.map(({ businessId }) => businessId);
  const sendIds = works.map(({ sendId }) => sendId);
  // In one round trip: the second begins when the first has every lock, and sees what was committed until then.
  sql.send(LOCK, [businessIds, sendIds]);
  const rows = await sql.query<FlatRow>(READ, [businessIds, sendIds, works.map(({ attempt }) => attempt)]);
  return new Map(
    rows.map((row) => [workKey({ sendId: row.sendId, attempt: row.wantedAttempt }), foundIn(row)]),
  );
}

/** How far each counter is used; it stays so until the transaction ends. */
export async function lockCounters(sql: Sql, counters: readonly Counter[]): Promise<Map<string, number>> {
  if (counters.length === 0) return new Map();
  const rows = await sql.query<Counter & { used: number }>(LOCK_COUNTERS, counterColumns(counters));
  return new Map(rows.map((row) => [counterKey(row), row.used]));
}

export function raiseCounters(
  sql: Transaction,
  raises: readonly (Counter & { readonly by: number })[],
): void {
  if (raises.length === 0) return;
  sql.send(RAISE, [...counterColumns(raises), raises.map(({ by }) => by)]);
}

/** One attempt to write down; with a reason it says that the provider is not called. */
export interface NewAttempt extends WorkRef {
  readonly skippedReason: string | null;
}

/** Fails where the attempt is written down already: that is the last thing that stands before a second submission. */
export function writeAttempts(
  sql: Transaction,
  attempts: readonly NewAttempt[],
  { sender, startedAt }: { readonly sender: string; readonly startedAt: Date },
): void {
  if (attempts.length === 0) return;
  sql.send(WRITE_ATTEMPTS, [
    attempts.map(({ businessId }) => businessId),
    attempts.map(({ sendId }) => sendId),
    attempts.map(({ attempt }) => attempt),
    attempts.map(({ skippedReason }) => skippedReason),
    sender,
    startedAt,
  ]);
}

/** Takes away attempts of our own under which nothing was submitted, so that they can be made anew. */
export function dropDoubtful(sql: Transaction, works: readonly Work[]): void {
  const doubtful = works.flatMap((work) => work.doubtfulClaims.map((sender) => ({ ...work, sender })));
  if (doubtful.length === 0) return;
  sql.send(DROP_DOUBTFUL, [
    doubtful.map(({ businessId }) => businessId),
    doubtful.map(({ sendId }) => sendId),
    doubtful.map(({ attempt }) => attempt),
    doubtful.map(({ sender }) => sender),
  ]);
}

/** Sends that go to another number than they were queued for. */
export interface Readdressed {
  readonly businessId: string;
  readonly sendId: string;
  readonly phone: string;
  readonly country: string | null;
}

/**
 * The number that each goes to, beside its attempt: replies and limits are looked up by it, and so are people who are erased. The
 * rows are locked, so the ledger cannot write what it read before.
 */
export function readdress(sql: Transaction, sends: readonly Readdressed[]): void {
  if (sends.length === 0) return;
  sql.send(READDRESS, [
    sends.map(({ businessId }) => businessId),
    sends.map(({ sendId }) => sendId),
    sends.map(({ phone }) => phone),
    sends.map(({ country }) => country),
  ]);
}

export interface NewShortLink {
  readonly code: string;
  readonly businessId: string;
  readonly recipientId: string;
  readonly messageId: string;
  readonly expiresAt: Date;
}

/** The next attempt of a send carries the same code, for longer. */
export function writeShortLinks(sql: Transaction, links: readonly NewShortLink[]): void {
  if (links.length === 0) return;
  sql.send(WRITE_SHORT_LINKS, [
    links.map(({ code }) => code),
    links.map(({ businessId }) => businessId),
    links.map(({ recipientId }) => recipientId),
    links.map(({ messageId }) => messageId),
    links.map(({ expiresAt }) => expiresAt),
  ]);
}

function counterColumns(counters: readonly Counter[]): string[][] {
  return [
    counters.map(({ businessId }) => businessId),
    counters.map(({ counter }) => counter),
    counters.map(({ period }) => period),
  ];
}

/** Columns come back as `message.orderStatus` and the like. */
type FlatRow = Readonly<Record<string, unknown>> & {
  readonly sendId: string;
  readonly wantedAttempt: number;
  readonly sender: string | null;
  readonly outcome: string | null;
  readonly skippedReason: string | null;
};

function foundIn(row: FlatRow): Found {
  const scene: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(row)) {
    const [part, property] = name.split('.');
    if (part !== undefined && property !== undefined) (scene[part] ??= {})[property] = value;
  }
  const { sender, outcome, skippedReason } = row;
  return {
    scene: scene as unknown as Found['scene'],
    attempt: sender === null ? null : { sender, outcome, skippedReason },
  };
}

const SEND = ['business_id', 'id', 'attempt', 'state', 'queued_at', 'submitted_at', 'nudge', 'phone'];
const MESSAGE = ['id', 'status', 'subject', 'body', 'reference', 'order_status', 'nudge'];
const RECIPIENT = [
  'id',
  'email',
  'phone',
  'phone_country',
  'unsubscribed_at',
  'suppressed_at',
  'sms_text_stopped_at',
  'sms_stopped_at',
  'whatsapp_text_stopped_at',
  'whatsapp_stopped_at',
  'whatsapp_withdrawn_at',
  'whatsapp_opted_in_at',
];
const BUSINESS = [
  'name',
  'active',
  'plan',
  'sending_paused',
  'sending_domain',
  'email_daily_cap',
  'sms_sender',
  'sms_mode',
  'sms_enabled_at',
  'sms_allowed_countries',
  'whatsapp_mode',
];

function select(alias: string, part: string, columns: readonly string[]): string {
  const camelCase = (column: string): string =>
    column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return columns.map((column) => `${alias}.${column} AS "${part}.${camelCase(column)}"`).join(', ');
}

const LOCK = {
  name: 'sender-lock-sends',
  text: `
    SELECT FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN sends s USING (business_id, id)
    ORDER BY s.id FOR UPDATE OF s`,
};

const READ = {
  name: 'sender-read-sends',
  text: `
    SELECT s.id AS "sendId", wanted.attempt AS "wantedAttempt",
      a.sender, a.outcome, a.skipped_reason AS "skippedReason",
      ${select('s', 'send', SEND)}, ${select('m', 'message', MESSAGE)},
      ${select('r', 'recipient', RECIPIENT)}, ${select('b', 'business', BUSINESS)}
    FROM unnest($1::text[], $2::text[], $3::int[]) AS wanted (business_id, send_id, attempt)
    JOIN sends s ON s.business_id = wanted.business_id AND s.id = wanted.send_id
    JOIN messages m ON m.business_id = s.business_id AND m.id = s.message_id
    JOIN recipients r ON r.business_id = s.business_id AND r.id = s.recipient_id
    JOIN businesses b ON b.id = s.business_id
    LEFT JOIN send_attempts a ON a.business_id = wanted.business_id AND a.send_id = wanted.send_id
      AND a.attempt = wanted.attempt`,
};

/** In order, so that two claims of several businesses cannot block each other for good. */
const LOCK_COUNTERS = {
  name: 'sender-lock-counters',
  text: `
    INSERT INTO send_counters AS c (business_id, counter, period, used)
    SELECT business_id, counter, period, 0
    FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (business_id, counter, period)
    ORDER BY business_id, counter, period
    ON CONFLICT (business_id, counter, period) DO UPDATE SET used = c.used
    RETURNING business_id AS "businessId", counter, period, used`,
};

const RAISE = {
  name: 'sender-raise-counters',
  text: `
    UPDATE send_counters c SET used = c.used + raised.by
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS raised (business_id, counter, period, by)
    WHERE c.business_id = raised.business_id AND c.counter = raised.counter AND c.period = raised.period`,
};

const WRITE_ATTEMPTS = {
  name: 'sender-write-attempts',
  text: `
    INSERT INTO send_attempts (business_id, send_id, attempt, skipped_reason, sender, started_at)
    SELECT made.*, $5, $6 FROM unnest($1::text[], $2::text[], $3::int[], $4::text[]) AS made`,
};

const DROP_DOUBTFUL = {
  name: 'sender-drop-doubtful',
  text: `
    DELETE FROM send_attempts a
    USING unnest($1::text[], $2::text[], $3::int[], $4::text[]) AS doubtful (business_id, send_id, attempt, sender)
    WHERE a.business_id = doubtful.business_id AND a.send_id = doubtful.send_id AND a.attempt = doubtful.attempt
      AND a.sender = doubtful.sender AND a.outcome IS NULL`,
};

const READDRESS = {
  name: 'sender-readdress',
  text: `
    UPDATE sends s SET phone = now.phone, country = now.country
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS now (business_id, id, phone, country)
    WHERE s.business_id = now.business_id AND s.id = now.id`,
};

const WRITE_SHORT_LINKS = {
  name: 'sender-write-short-links',
  text: `
    INSERT INTO short_links (code, business_id, recipient_id, message_id, expires_at)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
    ON CONFLICT (code) DO UPDATE SET expires_at = excluded.expires_at`,
};
