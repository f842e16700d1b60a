import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../streams/runtime/postgres/database';
import { CLOCK_CHANNEL, FOLLOWER_PREFIX } from '../shared/clock';

/**
 * Moves the clock of all processes that follow it, and resolves when all of them use the new time (HAZ-18). Returns the
 * names of those that do not at the deadline. They are alive, because their connections are open, but not responding.
 */
export async function moveClock(sql: Sql, advanceMs: number, patienceMs = 15_000): Promise<string[]> {
  const [moved] = await sql.query<{ version: number }>(MOVE, [advanceMs, CLOCK_CHANNEL]);
  if (moved === undefined) throw new Error(NO_CLOCK);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const behind = await followersBehind(sql, moved.version);
    if (behind.length === 0 || performance.now() > deadline) return behind;
    await delay(POLL_MS);
  }
}

const POLL_MS = 5;
const NO_CLOCK = 'the table clock is empty: run the setup service on this database';

async function followersBehind(sql: Sql, version: number): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(FIND_BEHIND, [FOLLOWER_PREFIX, version]);
  return rows.map(({ name }) => name);
}

/** Postgres sends the notification at the commit, so a process that receives it can also read the new row. */
const MOVE = {
  name: 'clock-move',
  text: `
    WITH moved AS (
      UPDATE clock SET version = version + 1, offset_ms = offset_ms + $1 RETURNING version, offset_ms
    )
    SELECT version, pg_notify($2, json_build_object('version', version, 'offset_ms', offset_ms)::text) FROM moved`,
};

/** A follower that is still starting has no version in its name yet, and counts as behind. */
const FIND_BEHIND = {
  name: 'clock-followers-behind',
  text: `
    SELECT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND starts_with(application_name, $1)
      AND coalesce(substring(application_name FROM '^\\w+:(\\d+) ')::bigint, -1) < $2`,
};
