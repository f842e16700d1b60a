import type { Sql } from '../../../streams/runtime/postgres/database';
import type { SendRow } from './delivery-view';
import { CHANNELS } from '../../../schemas/channels';
import { channelRows } from '../../../streams/channels/channels';

/** A message with at most this many sends is read whole. The index `sends_reported_emails` has the same number. */
const READ_WHOLE = 16;

/**
 * Reads the sends that views of messages show, oldest first in the order in which the ledger decided them: ids follow
 * the clocks of the callers. A message with few sends is read whole. For one that was nudged thousands of times, only
 * the sends that its view shows are read. An email with a fresh link is no nudge and is not read.
 */
export async function shownSends(
  sql: Sql,
  businessId: string,
  messages: readonly { readonly id: string; readonly nudge: number }[],
): Promise<SendRow[]> {
  const found = await sql.query<SendRow>(FEW, [businessId, messages.map(({ id }) => id)]);
  const counts = new Map<string, number>();
  for (const { message_id: id } of found) counts.set(id, (counts.get(id) ?? 0) + 1);
  const hasMany = (id: string): boolean => (counts.get(id) ?? 0) > READ_WHOLE;
  const crowded = messages.filter(({ id }) => hasMany(id));
  if (crowded.length === 0) return found;
  const values = [businessId, crowded.map(({ id }) => id), crowded.map(({ nudge }) => nudge)];
  const shown = await sql.query<SendRow>(OF_MANY, values);
  return [...found.filter(({ message_id: id }) => !hasMany(id)), ...shown];
}

const COLUMNS = `s.message_id, s.channel, s.nudge, s.state, s.credits, s.error_code, s.skipped_reason, s.escalates_at,
      s.queued_at, s.submitted_at, s.delivered_at, s.read_at, s.bounced_at, s.complained_at, s.fallback_of, s.updated_at`;

const FEW = {
  name: 'ingress-sends',
  text: `
    SELECT ${COLUMNS}
    FROM unnest($2::text[]) AS wanted (message_id) CROSS JOIN LATERAL (
      SELECT * FROM sends
      WHERE sends.business_id = $1 AND sends.message_id = wanted.message_id AND sends.nudge IS NOT NULL
      LIMIT ${String(READ_WHOLE + 1)}
    ) s
    ORDER BY s.created_at, s.id`,
};

/**
 * Emails that a provider accepted or that a gate refused. The later of the two decides whether there is a `not_sent`.
 */
const ENDED_EMAIL = `
          SELECT id, created_at FROM sends
          WHERE sends.business_id = $1 AND sends.message_id = wanted.message_id AND sends.channel = 'email'
            AND (sends.submitted_at IS NOT NULL OR sends.skipped_reason IS NOT NULL)`;

/**
 * The newest send on each channel of the newest nudge, and the newest email of all nudges that was accepted or refused.
 */
const OF_MANY = {
  name: 'ingress-sends-of-many',
  text: `
    WITH wanted AS (
      SELECT * FROM unnest($2::text[], $3::int[]) AS wanted (message_id, nudge)
    ), shown AS (
      SELECT s.id
      FROM wanted CROSS JOIN (VALUES ${channelRows(CHANNELS)}) AS each (channel) CROSS JOIN LATERAL (
        SELECT id FROM sends
        WHERE sends.business_id = $1 AND sends.message_id = wanted.message_id AND sends.channel = each.channel
          AND sends.nudge = wanted.nudge
        ORDER BY sends.created_at DESC, sends.id DESC LIMIT 1
      ) s
      UNION
      SELECT s.id FROM wanted CROSS JOIN LATERAL (
        SELECT id FROM (
          (${ENDED_EMAIL} AND sends.nudge > ${String(READ_WHOLE)}
          ORDER BY sends.created_at DESC, sends.id DESC LIMIT 1)
          UNION ALL
          (${ENDED_EMAIL} AND sends.nudge <= ${String(READ_WHOLE)}
          ORDER BY sends.created_at DESC, sends.id DESC LIMIT 1)
        ) ended
        ORDER BY created_at DESC, id DESC LIMIT 1
      ) s
    )
    SELECT ${COLUMNS}
    FROM shown CROSS JOIN LATERAL (
      SELECT * FROM sends WHERE sends.business_id = $1 AND sends.id = shown.id LIMIT 1
    ) s
    ORDER BY s.created_at, s.id`,
};
