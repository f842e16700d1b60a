import { dayOf, monthOf } from '../../rules/calendar';
import type { Sql } from '../../runtime/postgres/database';
import { droppingBefore } from './dropping';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** An expired link still offers a new one to a person who follows it. After this long nobody does. */
const SHORT_LINK_MEMORY_MS = 90 * DAY_MS;
/** Far longer than a dead letter can be replayed. It holds what somebody wrote, so it is not kept for good. */
const DEAD_LETTER_MEMORY_MS = 30 * DAY_MS;
/**
 * An unreadable dead letter names nobody, so no erasure finds it. It is kept only while it can be replayed (ERASE-13).
 */
const UNREADABLE_DEAD_LETTER_MEMORY_MS = DAY_MS;
/** As long as Redis keeps the tombstone of a revoked key. Until then a repeated revocation finds the row. */
const REVOKED_KEY_MEMORY_MS = DAY_MS;
/** Keeps each delete short, so that it holds its locks only briefly. */
const ROWS_AT_A_TIME = 5_000;

/**
 * Drops rows that no rule needs any more and that would otherwise grow for ever, a bounded number at a time. True:
 * there may be more. Rows with an expiry of their own, such as Idempotency-Keys, are dropped in `forget.ts`.
 */
export async function pruneOld(sql: Sql, nowMs: number, limit = ROWS_AT_A_TIME): Promise<boolean> {
  const before = (ms: number): Date => new Date(nowMs - ms);
  const pruned = await Promise.all([
    sql.query(COUNTERS, [lastMonth(nowMs), limit]),
    sql.query(COUNTERS_OF_PEOPLE, [dayOf(before(DAY_MS)), limit]),
    sql.query(SHORT_LINKS, [before(SHORT_LINK_MEMORY_MS), limit]),
    sql.query(UNREACHABLE, [before(0), limit]),
    sql.query(DEAD_LETTERS, [before(DEAD_LETTER_MEMORY_MS), limit]),
    sql.query(UNREADABLE_DEAD_LETTERS, [before(UNREADABLE_DEAD_LETTER_MEMORY_MS), limit]),
    sql.query(REVOKED_KEYS, [before(REVOKED_KEY_MEMORY_MS), limit]),
  ]);
  return pruned.some((rows) => rows.length === limit);
}

/** Days and months both begin with their month: `2026-09-30` and `2026-09` sort before `2026-10`. */
function lastMonth(nowMs: number): string {
  const now = new Date(nowMs);
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)));
}

const COUNTERS = droppingBefore('send_counters', 'period');
/** There is one for each person who got an email that day, so none is kept beyond the day after. */
const COUNTERS_OF_PEOPLE = {
  ...droppingBefore('send_counters', 'period', "counter LIKE 'emails\\_to %'"),
  name: 'ledger-drop-send_counters-of-people',
};
const SHORT_LINKS = droppingBefore('short_links', 'expires_at');
const REVOKED_KEYS = droppingBefore('api_keys', 'revoked_at');
const UNREACHABLE = droppingBefore('unreachable_numbers', 'until');
/**
 * A step of an erasure stays until it is replayed, because nothing else removes what is left of the person (ERASE-13).
 * Such a dead letter names nobody, so this keeps no dead letter with something that somebody wrote.
 */
const DEAD_LETTERS = droppingBefore(
  'dead_letters',
  'parked_at',
  `NOT (replayed_at IS NULL AND people = '[]' AND EXISTS (
    SELECT FROM erasures e WHERE e.business_id = dead_letters.business_id
  ))`,
);

const UNREADABLE_DEAD_LETTERS = {
  ...droppingBefore('dead_letters', 'parked_at', "reason = 'undecodable'"),
  name: 'ledger-drop-unreadable-letters',
};
