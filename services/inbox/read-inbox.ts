import type { Sql } from '../../streams/runtime/database';
import type { InboxLink } from '../shared/inbox-link';

export interface Inbox {
  readonly businessName: string;
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** There are older ones that are not among them. */
  readonly hasOlder: boolean;
}

export interface InboxMessage {
  readonly id: string;
  readonly kind: 'one_off' | 'updateable';
  readonly status: 'active' | 'obsolete' | 'retracted';
  readonly subject: string;
  /** Null: too far down to be shown at once, so it was not read. */
  readonly body: string | null;
  readonly reference: string | null;
  readonly orderStatus: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Recipient = Pick<InboxLink, 'businessId' | 'recipientId'>;

export const MOST_MESSAGES = 100;
/** Bodies are up to 40 KB each; a page has room for no more than this of them. */
const BODY_BYTES = 40_000;

/** Undefined: there is no such recipient, or no longer. The message that is to be unfolded is read whatever its age. */
export async function readInbox(
  sql: Sql,
  { businessId, recipientId }: Recipient,
  unfoldedId: string,
): Promise<Inbox | undefined> {
  const rows = await sql.query<InboxRow>(INBOX, [
    businessId,
    recipientId,
    unfoldedId,
    MOST_MESSAGES + 1,
    BODY_BYTES,
  ]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const found = rows.filter(isMessage);
  const older = found.slice(MOST_MESSAGES);
  return {
    businessName: first.businessName,
    messages: [...found.slice(0, MOST_MESSAGES), ...older.filter(({ id }) => id === unfoldedId)],
    hasOlder: older.length > 0,
  };
}

/** Whether the message is one of this recipient's. */
export async function hasMessage(
  sql: Sql,
  { businessId, recipientId }: Recipient,
  messageId: string,
): Promise<boolean> {
  return (await sql.query(MESSAGE_OF_RECIPIENT, [businessId, recipientId, messageId])).length > 0;
}

/** Undefined: there is no such recipient, or no longer. */
export async function readBusinessName(
  sql: Sql,
  { businessId, recipientId }: Recipient,
): Promise<string | undefined> {
  const [row] = await sql.query<{ name: string }>(BUSINESS_OF_RECIPIENT, [businessId, recipientId]);
  return row?.name;
}

type InboxRow = { readonly businessName: string } & (InboxMessage | { readonly id: null });

function isMessage(row: InboxRow): row is { readonly businessName: string } & InboxMessage {
  return row.id !== null;
}

/**
 * One round trip for the whole page. The sum over the bodies' lengths is Postgres' to make: a long body lies outside its
 * row, and only one that is wanted is fetched from there. The second branch adds the message that is to be unfolded where
 * it is older than all of the first.
 */
const INBOX = {
  name: 'inbox-messages',
  text: `
    SELECT b.name AS "businessName", m.*
    FROM businesses b
    JOIN recipients r ON r.business_id = b.id AND r.id = $2
    LEFT JOIN LATERAL (
      SELECT id, kind, status, subject, reference, order_status AS "orderStatus", created_at AS "createdAt",
        updated_at AS "updatedAt",
        CASE WHEN id = $3 OR sum(octet_length(body)) OVER (ORDER BY id DESC) <= $5 THEN body END AS body
      FROM (
        (SELECT * FROM messages WHERE business_id = $1 AND recipient_id = $2 ORDER BY id DESC LIMIT $4)
        UNION ALL
        (SELECT * FROM messages WHERE business_id = $1 AND recipient_id = $2 AND id = $3 AND id < (
          SELECT id FROM messages WHERE business_id = $1 AND recipient_id = $2 ORDER BY id DESC OFFSET $4 - 1 LIMIT 1
        ))
      ) candidates
    ) m ON true
    WHERE b.id = $1
    ORDER BY m.id DESC`,
};

const MESSAGE_OF_RECIPIENT = {
  name: 'inbox-message-of-recipient',
  text: 'SELECT FROM messages WHERE business_id = $1 AND recipient_id = $2 AND id = $3',
};

const BUSINESS_OF_RECIPIENT = {
  name: 'inbox-business-of-recipient',
  text: `
    SELECT b.name FROM businesses b JOIN recipients r ON r.business_id = b.id
    WHERE b.id = $1 AND r.id = $2`,
};
