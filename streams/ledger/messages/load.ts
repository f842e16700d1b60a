import type { Sql } from '../../runtime/postgres/database';
import type { BatchLimits } from '../store/batch-limits';
import type { Needs, Ref } from '../store/needs';
import { type Attempt, type Send, sends as sendsTable } from '../delivery/tables';
import { type Message, messages as messagesTable } from './tables';
import type { WorkingSet } from '../store/working-set';
import { CHANNELS } from '../../../schemas/channels';
import { channelRows } from '../../channels/channels';

/**
 * Loads the messages of the batch, and those of their sends that can still change. One statement locks the sends,
 * ordered by id, before their attempts are read: an earlier claim is seen, and a later claim finds the send cancelled
 * (HAZ-14). It also locks the sends of the `toErase` messages, which an erasure removes.
 */
export async function loadMessages(
  sql: Sql,
  set: WorkingSet,
  {
    needs,
    toErase,
    limits,
  }: { readonly needs: Needs; readonly toErase: readonly Ref[]; readonly limits: BatchLimits },
): Promise<void> {
  const messages: Ref[] = [...needs.messages, ...(await loadUpdateable(sql, set, needs))];
  if (messages.length > 0 || needs.sends.length > 0 || toErase.length > 0) {
    const sends = await sql.query<Send>(SENDS, [
      ...pairs(messages),
      ...pairs(needs.sends),
      limits.sendsReadWhole,
      ...pairs(toErase),
      limits.sendsErased,
    ]);
    set.sends.load(sends);
    const queued = sends.filter(({ state }) => state === 'queued');
    if (queued.length > 0) set.attempts.load(await sql.query<Attempt>(ATTEMPTS, pairs(queued)));
    messages.push(...sends.map(({ businessId, messageId }) => ({ businessId, id: messageId })));
  }
  const wanted = [...messages, ...needs.obsoleted].filter(({ id }) => set.messages.get(id) === undefined);
  if (wanted.length > 0) set.messages.load(await sql.query<Message>(MESSAGES, pairs(distinct(wanted))));
}

async function loadUpdateable(sql: Sql, set: WorkingSet, { subjects }: Needs): Promise<Message[]> {
  if (subjects.length === 0) return [];
  const found = await sql.query<Message>(UPDATEABLE, [
    subjects.map(({ businessId }) => businessId),
    subjects.map(({ email }) => email),
    subjects.map(({ subject }) => subject),
  ]);
  set.messages.load(found);
  return found;
}

function pairs(refs: readonly Ref[]): [string[], string[]] {
  return [refs.map(({ businessId }) => businessId), refs.map(({ id }) => id)];
}

function distinct(refs: readonly Ref[]): Ref[] {
  return [...new Map(refs.map((ref) => [`${ref.businessId} ${ref.id}`, ref])).values()];
}

/**
 * The newest message of each subject, found by an index that ends with its id: a recipient may have any number of
 * others.
 */
const UPDATEABLE = {
  name: 'ledger-load-updateable',
  text: `
    SELECT ${messagesTable.select('m')}
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (business_id, email, subject)
    JOIN recipients r ON r.business_id = wanted.business_id AND r.email = wanted.email
    CROSS JOIN LATERAL (
      SELECT * FROM messages
      WHERE messages.business_id = r.business_id AND messages.recipient_id = r.id
        AND messages.subject COLLATE "C" = wanted.subject
        AND messages.kind = 'updateable' AND messages.status = 'active'
      ORDER BY messages.id DESC LIMIT 1
    ) m`,
};

/** A fresh link can be requested once an hour, and a send that nobody takes stays in the log for a week. */
const FRESH_LINKS = 7 * 24;

/**
 * All sends of a message that has few, which costs one look at an index. Of a message that has many: those that a
 * command names, the last of the newest nudge on each channel, its fallback text, and the emails with fresh links. The
 * others have ended or are with a provider, and cause nothing: a new nudge cancels what is pending before it, and a
 * resend needs a nudge that has ended.
 */
const SENDS = {
  name: 'ledger-load-sends',
  text: `
    WITH named AS (
      SELECT business_id, message_id FROM unnest($1::text[], $2::text[]) AS named (business_id, message_id)
      UNION
      SELECT s.business_id, s.message_id
      FROM unnest($3::text[], $4::text[]) AS reported (business_id, id) JOIN sends s USING (business_id, id)
    ), found AS (
      SELECT named.business_id, named.message_id, s.id FROM named CROSS JOIN LATERAL (
        SELECT id FROM sends
        WHERE sends.business_id = named.business_id AND sends.message_id = named.message_id LIMIT $5::int + 1
      ) s
    ), crowded AS (
      SELECT m.business_id, m.id, m.nudge FROM (
        SELECT business_id, message_id FROM found GROUP BY business_id, message_id HAVING count(*) > $5::int
      ) many JOIN messages m ON m.business_id = many.business_id AND m.id = many.message_id
    ), wanted AS (
      SELECT business_id, id FROM found
      UNION
      SELECT business_id, id FROM unnest($3::text[], $4::text[]) AS reported (business_id, id)
      UNION
      SELECT c.business_id, s.id
      FROM crowded c CROSS JOIN (VALUES ${channelRows(CHANNELS)}) AS each (channel) CROSS JOIN LATERAL (
        SELECT id FROM sends
        WHERE sends.business_id = c.business_id AND sends.message_id = c.id AND sends.channel = each.channel
          AND sends.nudge = c.nudge
        ORDER BY sends.created_at DESC, sends.id DESC LIMIT 1
      ) s
      UNION
      SELECT c.business_id, s.id FROM crowded c CROSS JOIN LATERAL (
        SELECT id FROM sends
        WHERE sends.business_id = c.business_id AND sends.message_id = c.id AND sends.nudge = c.nudge
          AND sends.fallback_of IS NOT NULL
        ORDER BY sends.created_at DESC, sends.id DESC LIMIT 1
      ) s
      UNION
      SELECT c.business_id, s.id FROM crowded c CROSS JOIN LATERAL (
        SELECT id FROM sends
        WHERE sends.business_id = c.business_id AND sends.message_id = c.id AND sends.channel = 'email'
          AND sends.nudge IS NULL
        ORDER BY sends.created_at DESC LIMIT ${String(FRESH_LINKS)}
      ) s
      UNION
      (SELECT toErase.business_id, s.id
      FROM (
        SELECT * FROM unnest($6::text[], $7::text[]) WITH ORDINALITY AS toErase (business_id, message_id, place)
        ORDER BY place
      ) toErase CROSS JOIN LATERAL (
        SELECT id FROM sends
        WHERE sends.business_id = toErase.business_id AND sends.message_id = toErase.message_id LIMIT $8::int
      ) s
      LIMIT $8::int)
    )
    SELECT ${sendsTable.select('s')} FROM wanted JOIN sends s USING (business_id, id)
    ORDER BY s.id FOR UPDATE OF s`,
};

/** Read after the sends are locked, so every attempt that a sender wrote before is here. */
const ATTEMPTS = {
  name: 'ledger-load-attempts',
  text: `
    SELECT a.business_id AS "businessId", a.send_id AS "sendId", a.attempt, a.outcome,
      a.skipped_reason AS "skippedReason"
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, send_id)
    JOIN send_attempts a USING (business_id, send_id)`,
};

const MESSAGES = {
  name: 'ledger-load-messages',
  text: `
    SELECT ${messagesTable.select('m')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN messages m USING (business_id, id)`,
};
