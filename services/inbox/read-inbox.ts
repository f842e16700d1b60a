import type { PaidChannel } from '../../schemas/channels';
import { idAboveAll } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/postgres/database';
import { shareWhileBusy } from '../../streams/runtime/timing/shared-calls';
import type { InboxLink } from '../shared/inbox-link';

export interface Inbox {
  readonly businessName: string;
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** The message before which older ones follow that are not among these; null: there are none. */
  readonly olderBefore: string | null;
  /** What the recipient, or the business for them, has put an end to. */
  readonly ended: Ended;
}

export type Ended = Readonly<Record<PaidChannel | 'all', boolean>>;

export interface InboxMessage {
  readonly id: string;
  readonly kind: 'one_off' | 'updateable';
  readonly status: 'active' | 'obsolete' | 'retracted';
  readonly subject: string;
  /** Null: too far down to be shown at once, so it was not read. */
  readonly body: string | null;
  readonly reference: string | null;
  readonly orderStatus: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What a page shows of an inbox. */
export interface InboxPart {
  /** Only messages older than this one; null: the newest. */
  readonly beforeId: string | null;
  /** The message that is unfolded, which is read whatever its age; null: none is. */
  readonly unfoldedId: string | null;
}

type Recipient = Pick<InboxLink, 'businessId' | 'recipientId'>;

const MOST_MESSAGES = 100;
/** One beyond those, which may be the unfolded one, and another that tells whether any is left out. */
const MOST_READ = MOST_MESSAGES + 2;
/** Bodies are up to 40 KB each; a page has room for no more than this of them. */
const BODY_BYTES = 40_000;

/** Undefined: there is no such recipient, or no longer. */
export type ReadInbox = (recipient: Recipient, part: InboxPart) => Promise<Inbox | undefined>;

/**
 * Whoever asks while others are being served is served together with all who do: a query for each was a third of what a
 * page cost at 64 readers at a time. A reader who is alone waits for nobody.
 */
export function createInboxReader(sql: Sql): ReadInbox {
  const read = shareWhileBusy(SHARED, (wanted: readonly Wanted[]) => readTogether(sql, wanted));
  return ({ businessId, recipientId }, part) => read({ businessId, recipientId, ...part });
}

type Wanted = Recipient & InboxPart;

const SHARED = {
  /** Bounds how long one who reads little waits for others who read much. */
  mostItems: 32,
  /** While the answers of one call are made use of, the next is under way. */
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

/** Undefined: there is no such recipient, or no longer. */
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
 * Times come as numbers, for reading them from texts was a twentieth of a page. The sum over the bodies' lengths is
 * Postgres' to make: a long body lies outside its row, and only one that is wanted is fetched from there. The second
 * branch adds the message that is to be unfolded where it is older than all of the first.
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
