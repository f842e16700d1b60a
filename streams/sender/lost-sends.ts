import type { Sql } from '../runtime/postgres/database';
import type { AttemptRef } from './submission-report';
import { workKey } from './work';

/**
 * A send that has waited for so long is taken in without its record. A record in the topic lives for a week and is read
 * within seconds, so this is a send whose record is gone, or one that waits in a backlog: taking that in twice does no harm.
 */
const LOST_AFTER_MS = 6 * 3_600_000;
/** A send older than this is left to an operator: an update of last season helps nobody. */
const GIVEN_UP_AFTER_MS = 90 * 86_400_000;
/** At most so many of them are under way at once, beside what the topic brings. */
const AT_A_TIME = 500;
/** One whose claim fails on our side is not asked for again at once. */
const AGAIN_AFTER_MS = 3_600_000;

/**
 * Finds sends that are queued, whose attempt nobody began, and that no record in the topic may lead to any more: the topic
 * forgets after a week, and a record that cannot be read is passed over. The claim decides what becomes of each, as ever.
 */
export class LostSends {
  /** Found a while ago, with the real time of that. */
  private readonly found = new Map<string, number>();

  constructor(private readonly deps: { readonly database: Sql; readonly channel: string }) {}

  async find(
    { nowMs, wallMs }: { readonly nowMs: number; readonly wallMs: number },
    isOurs: (attempt: AttemptRef) => boolean,
  ): Promise<AttemptRef[]> {
    const { database, channel } = this.deps;
    for (const [key, atMs] of this.found) if (wallMs - atMs > AGAIN_AFTER_MS) this.found.delete(key);
    const oldest = new Date(nowMs - GIVEN_UP_AFTER_MS);
    const rows = await database.query<AttemptRef>(LOST, [
      channel,
      new Date(nowMs - LOST_AFTER_MS),
      oldest,
      AT_A_TIME,
    ]);
    const lost = rows.filter((attempt) => !isOurs(attempt) && !this.found.has(workKey(attempt)));
    for (const attempt of lost) this.found.set(workKey(attempt), wallMs);
    return lost;
  }
}

/**
 * The first four conditions are those of the index `sends_unattempted`. It does not name the state, which changes with every
 * report of a provider: then none of these updates could spare the other indexes. A retry that waits for its timer has no
 * attempt either, and a person who is being erased gets nothing more.
 */
const LOST = {
  name: 'sender-lost-sends',
  text: `
    SELECT s.business_id AS "businessId", s.id AS "sendId", s.attempt
    FROM sends s
    CROSS JOIN LATERAL (SELECT FROM messages m WHERE m.business_id = s.business_id AND m.id = s.message_id LIMIT 1) m
    CROSS JOIN LATERAL (SELECT FROM recipients r WHERE r.business_id = s.business_id AND r.id = s.recipient_id LIMIT 1) r
    WHERE s.queued_at IS NOT NULL AND s.submitted_at IS NULL AND s.skipped_reason IS NULL AND s.error_code IS NULL
      AND s.channel = $1 AND s.queued_at < $2 AND s.queued_at > $3 AND s.state = 'queued' AND s.updated_at < $2
      AND NOT EXISTS (
        SELECT FROM send_attempts a
        WHERE a.business_id = s.business_id AND a.send_id = s.id AND a.attempt = s.attempt
      )
      AND NOT EXISTS (
        SELECT FROM timers t WHERE t.business_id = s.business_id AND t.subject_id = s.id AND t.kind = 'retry'
      )
    ORDER BY s.queued_at LIMIT $4`,
};
