/** The statements of a claim. Each works on all sends of the claim at once. */
import type { Sql, Transaction } from '../runtime/postgres/database';
import { counterKey, type Counter, type Share } from './caps';
import type { Found } from './send-snapshot';
import { workKey, type Work } from './work';

type WorkRef = Pick<Work, 'businessId' | 'sendId' | 'attempt'>;

/**
 * Locks the sends in the order of their ids, as the ledger does (HAZ-15), and then reads them. A cancellation that was
 * committed before is seen; one that comes later finds the attempt (HAZ-14).
 */
export async function lockSends(sql: Transaction, works: readonly WorkRef[]): Promise<Map<string, Found>> {
  const businessIds = works.map(({ businessId }) => businessId);
  const sendIds = works.map(({ sendId }) => sendId);
  // One round trip: the second statement runs when the first has every lock, and sees what was committed until then.
  sql.send(LOCK, [businessIds, sendIds]);
  const rows = await sql.query<FlatRow>(READ, [businessIds, sendIds, works.map(({ attempt }) => attempt)]);
  return new Map(
    rows.map((row) => [workKey({ sendId: row.sendId, attempt: row.wantedAttempt }), foundIn(row)]),
  );
}

/**
 * Takes these shares from the counters and returns the value of each counter before that. The rows stay locked until
 * the transaction ends, so a share that finds no room can be given back.
 */
export async function takeShares(sql: Sql, shares: readonly Share[]): Promise<Map<string, number>> {
  if (shares.length === 0) return new Map();
  const rows = await sql.query<Counter & { used: number }>(TAKE_SHARES, shareColumns(shares));
  const after = new Map(rows.map((row) => [counterKey(row), row.used]));
  return new Map(
    shares.map((share) => [counterKey(share), (after.get(counterKey(share)) ?? 0) - share.sends]),
  );
}

export function giveBackShares(sql: Transaction, shares: readonly Share[]): void {
  if (shares.length > 0) sql.send(GIVE_BACK_SHARES, shareColumns(shares));
}

/** An attempt to record. With `skippedReason` the provider is not called. */
export interface NewAttempt extends WorkRef {
  readonly skippedReason: string | null;
}

/** Records the attempts. Fails if one is recorded already: the last guard against a second submission (NUDGE-6). */
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

/**
 * Deletes attempts of this sender whose commit was in doubt and that called no provider, so that they can be made
 * again.
 */
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

/** A send that goes to another number than it was queued for (NUDGE-18). */
export interface Readdressed {
  readonly businessId: string;
  readonly sendId: string;
  readonly phone: string;
}

/**
 * Stores the number that each send goes to, because replies, limits and erasures are found by it. The rows are locked,
 * so the ledger cannot overwrite it with what it read before.
 */
export function readdress(sql: Transaction, sends: readonly Readdressed[]): void {
  if (sends.length === 0) return;
  sql.send(READDRESS, [
    sends.map(({ businessId }) => businessId),
    sends.map(({ sendId }) => sendId),
    sends.map(({ phone }) => phone),
  ]);
}

export interface NewShortLink {
  readonly code: string;
  readonly businessId: string;
  readonly recipientId: string;
  readonly messageId: string;
  readonly expiresAt: Date;
}

/** The next attempt of a send has the same code, so the short link is only extended. */
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

function shareColumns(shares: readonly Share[]): (string | number)[][] {
  return [
    shares.map(({ businessId }) => businessId),
    shares.map(({ counter }) => counter),
    shares.map(({ period }) => period),
    shares.map(({ sends }) => sends),
  ];
}

/** Columns are named after their part and property: `message.orderStatus`. */
type FlatRow = Readonly<Record<string, unknown>> & {
  readonly sendId: string;
  readonly wantedAttempt: number;
  readonly sender: string | null;
  readonly outcome: string | null;
  readonly skippedReason: string | null;
  readonly isCounted: boolean;
};

function foundIn(row: FlatRow): Found {
  const snapshot: Record<string, Record<string, unknown>> = {};
  for (const { part, property, name } of COLUMNS) (snapshot[part] ??= {})[property] = row[name];
  const { sender, outcome, skippedReason, isCounted } = row;
  return {
    snapshot: snapshot as unknown as Found['snapshot'],
    attempt: sender === null ? null : { sender, outcome, skippedReason },
    isCounted,
  };
}

const SNAPSHOT_COLUMNS = {
  send: ['business_id', 'id', 'attempt', 'state', 'queued_at', 'submitted_at', 'nudge', 'phone', 'country'],
  message: ['id', 'status', 'subject', 'body', 'reference', 'order_status', 'nudge'],
  recipient: [
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
  ],
  business: [
    'name',
    'active',
    'plan',
    'sending_paused',
    'sending_domain',
    'email_daily_cap',
    'recipient_daily_emails',
    'sms_sender',
    'sms_mode',
    'sms_enabled_at',
    'sms_allowed_countries',
    'whatsapp_mode',
  ],
};

const COLUMNS = Object.entries(SNAPSHOT_COLUMNS).flatMap(([part, columns]) =>
  columns.map((column) => {
    const property = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return { part, property, column, name: `${part}.${property}` };
  }),
);

const LOCK = {
  name: 'sender-lock-sends',
  text: `
    SELECT FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN sends s USING (business_id, id)
    ORDER BY s.id FOR UPDATE OF s`,
};

/** An attempt that found another country or no database has a number but no row, so its send was not counted. */
const READ = {
  name: 'sender-read-sends',
  text: `
    SELECT send.id AS "sendId", wanted.attempt AS "wantedAttempt",
      a.sender, a.outcome, a.skipped_reason AS "skippedReason",
      wanted.attempt > 1 AND EXISTS (
        SELECT FROM send_attempts earlier
        WHERE earlier.business_id = wanted.business_id AND earlier.send_id = wanted.send_id
          AND earlier.attempt < wanted.attempt
      ) AS "isCounted",
      ${COLUMNS.map(({ part, column, name }) => `${part}.${column} AS "${name}"`).join(', ')}
    FROM unnest($1::text[], $2::text[], $3::int[]) AS wanted (business_id, send_id, attempt)
    JOIN sends send ON send.business_id = wanted.business_id AND send.id = wanted.send_id
    JOIN messages message ON message.business_id = send.business_id AND message.id = send.message_id
    JOIN recipients recipient ON recipient.business_id = send.business_id AND recipient.id = send.recipient_id
    JOIN businesses business ON business.id = send.business_id
    LEFT JOIN send_attempts a ON a.business_id = wanted.business_id AND a.send_id = wanted.send_id
      AND a.attempt = wanted.attempt`,
};

/** Ordered, so that two claims never deadlock (HAZ-15). */
const TAKE_SHARES = {
  name: 'sender-take-shares',
  text: `
    INSERT INTO send_counters AS c (business_id, counter, period, used)
    SELECT business_id, counter, period, sends
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS asked (business_id, counter, period, sends)
    ORDER BY business_id, counter, period
    ON CONFLICT (business_id, counter, period) DO UPDATE SET used = c.used + excluded.used
    RETURNING business_id AS "businessId", counter, period, used`,
};

const GIVE_BACK_SHARES = {
  name: 'sender-give-back-shares',
  text: `
    UPDATE send_counters c SET used = c.used - refused.sends
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS refused (business_id, counter, period, sends)
    WHERE c.business_id = refused.business_id AND c.counter = refused.counter AND c.period = refused.period`,
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
    UPDATE sends s SET phone = now.phone
    FROM unnest($1::text[], $2::text[], $3::text[]) AS now (business_id, id, phone)
    WHERE s.business_id = now.business_id AND s.id = now.id`,
};

const WRITE_SHORT_LINKS = {
  name: 'sender-write-short-links',
  text: `
    INSERT INTO short_links (code, business_id, recipient_id, message_id, expires_at)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
    ON CONFLICT (code) DO UPDATE SET expires_at = excluded.expires_at`,
};
