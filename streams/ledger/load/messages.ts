import type { Sql } from '../../runtime/database';
import type { Needs, Ref } from './needs';
import type { Attempt, Message, Send } from '../state';
import * as tables from '../store/tables';
import type { WorkingSet } from '../store/working-set';

/**
 * The messages that the batch is about, and all their sends. Sends are locked, in the order of their ids, before their
 * attempts are read: a sender that claims one first is seen, and one that comes later finds it called off (hazard 13).
 */
export async function loadMessages(sql: Sql, set: WorkingSet, needs: Needs): Promise<void> {
  const { subjects } = needs;
  if (subjects.length > 0) {
    set.messages.load(
      await sql.query<Message>(UPDATEABLE, [
        subjects.map(({ businessId }) => businessId),
        subjects.map(({ email }) => email),
        subjects.map(({ subject }) => subject),
      ]),
    );
  }
  const messages: Ref[] = [...needs.messages, ...set.messages.values()];
  if (messages.length > 0 || needs.sends.length > 0) {
    const sends = await sql.query<Send>(SENDS, [...pairs(messages), ...pairs(needs.sends)]);
    set.sends.load(sends);
    const queued = sends.filter(({ state }) => state === 'queued');
    if (queued.length > 0) set.attempts.load(await sql.query<Attempt>(ATTEMPTS, pairs(queued)));
    messages.push(...sends.map(({ businessId, messageId }) => ({ businessId, id: messageId })));
  }
  const wanted = [...messages, ...needs.obsoleted].filter(({ id }) => set.messages.get(id) === undefined);
  if (wanted.length > 0) set.messages.load(await sql.query<Message>(MESSAGES, pairs(distinct(wanted))));
}

function pairs(refs: readonly Ref[]): [string[], string[]] {
  return [refs.map(({ businessId }) => businessId), refs.map(({ id }) => id)];
}

function distinct(refs: readonly Ref[]): Ref[] {
  return [...new Map(refs.map((ref) => [`${ref.businessId} ${ref.id}`, ref])).values()];
}

/** The newest one of each subject, by an index that ends with it: a recipient may have any number of others. */
const UPDATEABLE = {
  name: 'ledger-load-updateable',
  text: `
    SELECT ${tables.messages.select('m')}
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

const SENDS = {
  name: 'ledger-load-sends',
  text: `
    WITH wanted AS (
      SELECT business_id, message_id FROM unnest($1::text[], $2::text[]) AS named (business_id, message_id)
      UNION
      SELECT s.business_id, s.message_id
      FROM unnest($3::text[], $4::text[]) AS named (business_id, id) JOIN sends s USING (business_id, id)
    )
    SELECT ${tables.sends.select('s')} FROM wanted JOIN sends s USING (business_id, message_id)
    ORDER BY s.id FOR UPDATE OF s`,
};

/** Read after the sends are locked: whatever a sender wrote down before is here. */
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
    SELECT ${tables.messages.select('m')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN messages m USING (business_id, id)`,
};
