import type { PaidChannel } from '../../schemas/channels';
import { idAboveAll } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/postgres/database';
import { shareWhileBusy } from '../../streams/runtime/timing/shared-calls';
import type { InboxLink } from '../shared/inbox-link';

/** What one recipient has got from one business, as far as a page shows it. */
export interface Inbox {
  readonly businessName: string;
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** The message from which the next page goes on to older ones, or null if there are no others. */
  readonly olderBefore: string | null;
  /** The channels that the recipient, or the business on their behalf, has stopped. */
  readonly ended: Ended;
}

export type Ended = Readonly<Record<PaidChannel | 'all', boolean>>;

export interface InboxMessage {
  readonly id: string;
  readonly kind: 'one_off' | 'updateable';
  readonly status: 'active' | 'obsolete' | 'retracted';
  readonly subject: string;
  /** Null if the message is too far down the page to be shown with its body, so the body was not read. */
  readonly body: string | null;
  readonly reference: string | null;
  readonly orderStatus: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Which part of an inbox a page shows. */
export interface InboxPart {
  /** The page shows messages older than this one, or the newest ones if it is null. */
  readonly beforeId: string | null;
  /** The unfolded message, which is read however old it is. Null if none is unfolded. */
  readonly unfoldedId: string | null;
}

type Recipient = Pick<InboxLink, 'businessId' | 'recipientId'>;

const MOST_MESSAGES = 100;
/** One message more, which may be the unfolded one, and another one that shows whether older ones follow. */
const MOST_READ = MOST_MESSAGES + 2;
/** A page has room for this much of bodies, which have up to 40 KB each. */
const BODY_BYTES = 40_000;

/** Reads an inbox. Undefined means that the recipient does not exist, or no longer. */
export type ReadInbox = (recipient: Recipient, part: InboxPart) => Promise<Inbox | undefined>;

/**
 * Requests that arrive while a query runs share the next query. At 64 concurrent readers, a query for each request was
 * a third of the cost of a page. A single reader never waits.
 */
export function createInboxReader(sql: Sql): ReadInbox {
  const read = shareWhileBusy(SHARED, (wanted: readonly Wanted[]) => readTogether(sql, wanted));
  return ({ businessId, recipientId }, part) => read({ businessId, recipientId, ...part });
}

type Wanted = Recipient & InboxPart;

const SHARED = {
  /** Limits how long a request for a small inbox waits for large ones in the same query. */
  mostItems: 32,
  /** While the rows of one query are processed, the next query runs. */
  mostCalls: 2,
};

async function readTogether(sql: Sql, wanted: readonly Wanted[]): Promise<(Inbox | undefined)[]> {
  const rows = await sql.query<InboxRow>(INBOXES, [
    wanted.map(({ businessId }) => businessId),
    wanted.map(({ recipientId }) => recipientId),
    wanted.map(({ unfoldedId }) => unfoldedId),
    wanted.map(({ beforeId }) => beforeId ?? idAboveAll('msg')),
    MOST_READ,
    BODY_BYTES,
  ]);
  const byPlace = new Map<number, InboxRow[]>();
  for (const row of rows) {
    const others = byPlace.get(row.place);
    if (others === undefined) byPlace.set(row.place, [row]);
    else others.push(row);
  }
  return wanted.map(({ unfoldedId }, index) => inboxOf(byPlace.get(index + 1) ?? [], unfoldedId));
}

function inboxOf(rows: readonly InboxRow[], unfoldedId: string | null): Inbox | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const found = rows.filter(isMessage);
  const [listed, older] = [found.slice(0, MOST_MESSAGES), found.slice(MOST_MESSAGES)];
  return {
    businessName: first.businessName,
    ended: { sms: first.smsEnded, whatsapp: first.whatsappEnded, all: first.allEnded },
    messages: [...listed, ...older.filter(({ id }) => id === unfoldedId)],
    olderBefore: older.some(({ id }) => id !== unfoldedId) ? (listed.at(-1)?.id ?? null) : null,
  };
}

/** Reads the name of the business. Undefined means that the recipient does not exist, or no longer. */
export async function readBusinessName(
  sql: Sql,
  { businessId, recipientId }: Recipient,
): Promise<string | undefined> {
  const [row] = await sql.query<{ name: string }>(BUSINESS_OF_RECIPIENT, [businessId, recipientId]);
  return row?.name;
}

interface OfRecipient {
  readonly place: number;
  readonly businessName: string;
  readonly smsEnded: boolean;
  readonly whatsappEnded: boolean;
  readonly allEnded: boolean;
}

type InboxRow = OfRecipient & (InboxMessage | { readonly id: null });

function isMessage(row: InboxRow): row is Extract<InboxRow, InboxMessage> {
  return row.id !== null;
}

/**
 * Times are selected as numbers, because parsing them from text was a twentieth of the cost of a page. Postgres adds up
 * the lengths of the bodies, because a long body is stored outside its row and only a wanted one should be fetched. The
 * second branch adds the unfolded message if it is older than all messages of the first.
 */
const INBOXES = {
  name: 'inbox-messages',
  text: `
    SELECT w.place, b.name AS "businessName", r.sms_stopped_at IS NOT NULL AS "smsEnded",
      r.whatsapp_stopped_at IS NOT NULL AS "whatsappEnded", r.unsubscribed_at IS NOT NULL AS "allEnded", m.*
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
      AS w (business_id, recipient_id, unfolded_id, before_id, place)
    JOIN businesses b ON b.id = w.business_id
    JOIN recipients r ON r.business_id = w.business_id AND r.id = w.recipient_id
    LEFT JOIN LATERAL (
      SELECT id, kind, status, subject, reference, order_status AS "orderStatus",
        date_part('epoch', created_at) * 1000 AS "createdAtMs", date_part('epoch', updated_at) * 1000 AS "updatedAtMs",
        CASE WHEN id = w.unfolded_id OR sum(octet_length(body)) OVER (ORDER BY id DESC) <= $6 THEN body END AS body
      FROM (
        (SELECT * FROM messages
          WHERE business_id = w.business_id AND recipient_id = w.recipient_id AND id < w.before_id
          ORDER BY id DESC LIMIT $5)
        UNION ALL
        (SELECT * FROM messages
          WHERE business_id = w.business_id AND recipient_id = w.recipient_id AND id = w.unfolded_id AND id < (
            SELECT id FROM messages
            WHERE business_id = w.business_id AND recipient_id = w.recipient_id AND id < w.before_id
            ORDER BY id DESC OFFSET $5 - 1 LIMIT 1
          ))
      ) candidates
    ) m ON true
    ORDER BY w.place, m.id DESC`,
};

const BUSINESS_OF_RECIPIENT = {
  name: 'inbox-business-of-recipient',
  text: `
    SELECT b.name FROM businesses b JOIN recipients r ON r.business_id = b.id
    WHERE b.id = $1 AND r.id = $2`,
};
