import { dayOf, monthOf } from '../../rules/calendar';
import type { Sql } from '../../runtime/postgres/database';
import { droppingBefore } from './dropping';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** An expired link still offers a new one to whoever follows it; after so long nobody does. */
const SHORT_LINK_MEMORY_MS = 90 * DAY_MS;
/** Far longer than one can be replayed. It holds what somebody wrote, so it is not kept for good. */
const DEAD_LETTER_MEMORY_MS = 30 * DAY_MS;
/** It names nobody, so no erasure finds it: it is kept no longer than it can be replayed. */
const UNREADABLE_LETTER_MEMORY_MS = DAY_MS;
/** As long as Redis keeps the mark that a key was revoked; a repeated revocation finds it until then. */
const REVOKED_KEY_MEMORY_MS = DAY_MS;
/** So that no delete holds its locks for long. */
const ROWS_AT_A_TIME = 5_000;

/**
 * Drops what no rule asks for any more, and what would otherwise grow for ever: a bounded number of rows at a time. True:
 * there may be more. What has a memory of its own, such as keys, is forgotten in `forget.ts`, to the second.
 */
export async function pruneOld(sql: Sql, nowMs: number, limit = ROWS_AT_A_TIME): Promise<boolean> {
  const before = (ms: number): Date => new Date(nowMs - ms);
  const pruned = await Promise.all([
    sql.query(COUNTERS, [lastMonth(nowMs), limit]),
    sql.query(COUNTERS_OF_PEOPLE, [dayOf(before(DAY_MS)), limit]),
    sql.query(SHORT_LINKS, [before(SHORT_LINK_MEMORY_MS), limit]),
    sql.query(UNREACHABLE, [before(0), limit]),
    sql.query(DEAD_LETTERS, [before(DEAD_LETTER_MEMORY_MS), limit]),
    sql.query(UNREADABLE_LETTERS, [before(UNREADABLE_LETTER_MEMORY_MS), limit]),
    sql.query(REVOKED_KEYS, [before(REVOKED_KEY_MEMORY_MS), limit]),
  ]);
  return pruned.some((rows) => rows.length === limit);
}

/** Days and months alike begin with their month: `2026-09-30` and `2026-09` both sort before `2026-10`. */
function lastMonth(nowMs: number): string {
  const now = new Date(nowMs);
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)));
}

const COUNTERS = droppingBefore('send_counters', 'period');
/** There is one for each person who got an email that day: none is kept beyond the day after. */
const COUNTERS_OF_PEOPLE = {
  ...droppingBefore('send_counters', 'period', "counter LIKE 'emails\\_to %'"),
  name: 'ledger-drop-send_counters-of-people',
};
const SHORT_LINKS = droppingBefore('short_links', 'expires_at');
const REVOKED_KEYS = droppingBefore('api_keys', 'revoked_at');
const UNREACHABLE = droppingBefore('unreachable_numbers', 'until');
/**
 * But for a step of an erasure that has not been replayed yet: nothing else would ever take away what is left of the person. It
 * is one of those that name nobody, so no letter with something that somebody wrote is kept along with it.
 */
const DEAD_LETTERS = droppingBefore(
  'dead_letters',
  'parked_at',
  `NOT (replayed_at IS NULL AND people = '[]' AND EXISTS (
    SELECT FROM erasures e WHERE e.business_id = dead_letters.business_id
  ))`,
);

const UNREADABLE_LETTERS = {
  ...droppingBefore('dead_letters', 'parked_at', "reason = 'undecodable'"),
  name: 'ledger-drop-unreadable-letters',
};
