import type { PaidChannel } from '../../schemas/channels';
import type { Sql } from '../runtime/postgres/database';
import type { HashNumber } from './numbers';
import type { Work } from './work';
import { stopsEverywhere } from '../channels/channels';

/** A free answer to what somebody wrote: a confirmation, an acknowledgement, a reply passed on. */
export interface AutoReply {
  readonly businessId: string;
  readonly id: string;
  readonly address: string;
  /** Number of ours that it comes from; null for the channel's own. */
  readonly sender: string | null;
  readonly subject: string | null;
  readonly text: string;
  /** When that was written, as its provider dates it. */
  readonly answersAt: Date;
}

/** They travel with the nudges, and are told apart by their ids. */
export function isAutoReply({ sendId }: Pick<Work, 'sendId'>): boolean {
  return sendId.startsWith('aut_');
}

/**
 * Takes what nobody has taken: an automatic reply goes out once or, should this process die now, not at all. It is no nudge, so
 * there is no attempt to write down and nothing to report.
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

/** Those whose addressee has stopped the channel since they wrote. The confirmation of that very STOP is none of them. */
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

/** A texted stop stands at the number; one that was made in the inbox or the dashboard stands with its business alone. */
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
