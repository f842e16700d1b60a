import type { Sql } from '../../runtime/postgres/database';
import { droppingBefore } from './dropping';

/** How long an outcome that spent no key is kept: far longer than a caller waits or a producer repeats a command. */
const OUTCOME_MEMORY_MS = 10 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** WhatsApp replies and their events are deleted after 90 days (CONSENT-19). */
const REPLY_MEMORY_MS = 90 * DAY_MS;
/**
 * A request counts by the time at which it was made, and may have waited in the log since. If it was made within the 24
 * hours of its key, it must still find the outcome. The ledger checks the expiry date itself, so a row that stays
 * longer does not prolong the key (IDEM-7).
 */
const LONGEST_WAIT_MS = 60 * 60 * 1_000;
const ROWS_AT_A_TIME = 5_000;

export interface Times {
  /** The product's time, by which keys expire. */
  readonly nowMs: number;
  /** Real time, by which technical rows expire. */
  readonly wallNowMs: number;
}

/** Drops rows that have expired, a bounded number at a time. True: there may be more. */
export async function forgetExpired(sql: Sql, { nowMs, wallNowMs }: Times): Promise<boolean> {
  const passed = (ms: number): unknown[] => [new Date(nowMs - ms), ROWS_AT_A_TIME];
  const keys = await sql.query(FORGET_KEYS, passed(LONGEST_WAIT_MS));
  const outcomes = await sql.query(FORGET_OUTCOMES, [
    new Date(wallNowMs - OUTCOME_MEMORY_MS),
    ROWS_AT_A_TIME,
  ]);
  const replies = await sql.query(FORGET_REPLIES, passed(REPLY_MEMORY_MS));
  const copies = await sql.query(FORGET_REPLY_EVENTS, passed(REPLY_MEMORY_MS));
  const autoReplies = await sql.query(FORGET_AUTO_REPLIES, passed(DAY_MS));
  const holds = await sql.query(FORGET_HOLDS, passed(DAY_MS));
  return [keys, outcomes, replies, copies, autoReplies, holds].some((rows) => rows.length === ROWS_AT_A_TIME);
}

const FORGET_KEYS = droppingBefore('idempotency_records', 'expires_at');
/**
 * Keeps the outcome of a command whose dead letter counts as not replayed: the replay may have been applied although
 * its end was never seen, and must not be applied again.
 */
const FORGET_OUTCOMES = droppingBefore(
  'command_outcomes',
  'stored_at',
  `NOT EXISTS (
    SELECT FROM dead_letters d WHERE d.command_id = command_outcomes.command_id AND d.replayed_at IS NULL
  )`,
);
const FORGET_REPLIES = droppingBefore('whatsapp_replies', 'received_at');
const FORGET_REPLY_EVENTS = droppingBefore('events', 'occurred_at', "type = 'whatsapp.inbound_message'");
/** An automatic reply that no sender took within a day would come too late. */
const FORGET_AUTO_REPLIES = droppingBefore('auto_replies', 'created_at');
const FORGET_HOLDS = droppingBefore('acknowledgements', 'acknowledged_at');
