import type { PaidChannel } from '../../schemas/channels';
import type { Sql } from '../runtime/postgres/database';
import type { HashNumber } from './numbers';
import type { Work } from './work';
import { stopsEverywhere } from '../channels/channels';

/**
 * A free reply to something that a person wrote: a confirmation, an acknowledgement, or a WhatsApp reply that is
 * forwarded to the business.
 */
export interface AutoReply {
  readonly businessId: string;
  readonly id: string;
  readonly address: string;
  /** The number of ours that it is sent from; null: the channel's default. */
  readonly sender: string | null;
  readonly subject: string | null;
  readonly text: string;
  /** When the person wrote, by the provider's date. */
  readonly answersAt: Date;
}

/** Automatic replies share a topic with nudges. The prefix of the id distinguishes them. */
export function isAutoReply({ sendId }: Pick<Work, 'sendId'>): boolean {
  return sendId.startsWith('aut_');
}

/**
 * Takes the automatic replies that no sender has taken, and empties their rows. Each goes out once or, if this process
 * dies now, not at all. An automatic reply is not a nudge, so no attempt is recorded and nothing is reported.
 */
export async function takeAutoReplies(
  sql: Sql,
  works: readonly Work[],
  takenAt: Date,
): Promise<Map<string, AutoReply>> {
  if (works.length === 0) return new Map();
  const rows = await sql.query<AutoReply>(TAKE, [
    works.map(({ businessId }) => businessId),
    works.map(({ sendId }) => sendId),
    takenAt,
  ]);
  return new Map(rows.map((autoReply) => [autoReply.id, autoReply]));
}

/**
 * The ids of those whose addressee has stopped the channel since writing. A STOP itself is still confirmed
 * (CONSENT-20).
 */
export async function silencedSince(
  sql: Sql,
  channel: PaidChannel,
  autoReplies: readonly AutoReply[],
  hashNumber: HashNumber,
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(SILENCED, [
    autoReplies.map(({ businessId }) => businessId),
    autoReplies.map(({ id }) => id),
    autoReplies.map(({ address }) => hashNumber(address)),
    autoReplies.map(({ sender }) => sender),
    autoReplies.map(({ answersAt }) => answersAt),
    channel,
  ]);
  return new Set(rows.map(({ id }) => id));
}

const TAKE = {
  name: 'sender-take-autoReplies',
  text: `
    WITH waiting AS (
      SELECT n.*, coalesce(r.received_at, n.created_at) AS answers_at
      FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id)
      JOIN auto_replies n USING (business_id, id)
      LEFT JOIN whatsapp_replies r ON r.business_id = n.business_id AND r.provider_id = n.cause
      WHERE n.taken_at IS NULL ORDER BY n.id FOR UPDATE OF n
    )
    UPDATE auto_replies n SET taken_at = $3, address = '', subject = NULL, text = ''
    FROM waiting w WHERE n.business_id = w.business_id AND n.id = w.id
    RETURNING w.business_id AS "businessId", w.id, w.address, w.sender, w.subject, w.text,
      w.answers_at AS "answersAt"`,
};

/**
 * A texted stop is stored with the number. A stop made in the inbox or from the dashboard is stored with one business
 * and the number.
 */
const SILENCED = {
  name: 'sender-silenced-autoReplies',
  text: `
    SELECT wanted.id
    FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::timestamptz[])
      AS wanted (business_id, id, number_hash, own_number, answers_at)
    WHERE EXISTS (
      SELECT FROM texted_stops t
      WHERE t.number_hash = wanted.number_hash AND t.channel = $6 AND t.stopped_at > wanted.answers_at
        AND (${stopsEverywhere('t.channel')} OR t.own_number = wanted.own_number)
    ) OR EXISTS (
      SELECT FROM number_stops s
      WHERE s.business_id = wanted.business_id AND s.number_hash = wanted.number_hash AND s.channel = $6
        AND s.stopped_at > wanted.answers_at
    )`,
};
