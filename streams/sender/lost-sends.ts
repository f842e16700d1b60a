import type { Sql } from '../runtime/postgres/database';
import type { AttemptRef } from './submission-report';
import { workKey } from './work';

/**
 * A send that has waited for this long is enqueued without its record. A record stays in the topic for a week and is
 * read within seconds, so the record is lost or still in a backlog. Enqueueing that one twice does no harm.
 */
const LOST_AFTER_MS = 6 * 3_600_000;
/** A send older than this is left to an operator, because an update of last season helps nobody. */
const GIVEN_UP_AFTER_MS = 90 * 86_400_000;
/** At most this many are found at a time, in addition to what the topic brings. */
const AT_A_TIME = 500;
/** A send whose claim fails on our side is not enqueued again before this time has passed. */
const AGAIN_AFTER_MS = 3_600_000;

/**
 * Finds queued sends whose attempt no sender has begun and whose record may be lost: the topic keeps records for a
 * week, and a record that cannot be read is skipped. The claim then decides as for any other send.
 */
export class LostSends {
  /** Sends that were found, with the real time at which that happened. */
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
 * The first four conditions are those of the index `sends_unattempted`. The index leaves out `state`, because that
 * changes with every report and each change would then update all indexes. A retry that waits for its timer has no
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
