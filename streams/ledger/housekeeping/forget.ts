import type { Sql } from '../../runtime/postgres/database';
import { droppingBefore } from './dropping';

/** How long an answer that spent no key can be looked up: far longer than anybody waits, and than Kafka repeats. */
const OUTCOME_MEMORY_MS = 10 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Specification 8: WhatsApp replies are deleted after 90 days, and so is what was told of them. */
const REPLY_MEMORY_MS = 90 * DAY_MS;
/**
 * A request counts by when it was made, and may have waited in the log since: one that came within its key's 24 hours must
 * still find the answer. Whether a key has expired the ledger asks by its date, so keeping it longer is no memory.
 */
const LONGEST_WAIT_MS = 60 * 60 * 1_000;
const ROWS_AT_A_TIME = 5_000;

export interface Times {
  /** The product's time, by which keys expire. */
  readonly nowMs: number;
  /** Real time, by which technical leftovers do. */
  readonly wallNowMs: number;
}

/** Drops what is past its memory, a bounded number of rows at a time. True: there may be more. */
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
/** A command that can still be replayed keeps the answer of a replay nobody heard the end of: it is not applied again. */
const FORGET_OUTCOMES = droppingBefore(
  'command_outcomes',
  'stored_at',
  `NOT EXISTS (
    SELECT FROM dead_letters d WHERE d.command_id = command_outcomes.command_id AND d.replayed_at IS NULL
  )`,
);
const FORGET_REPLIES = droppingBefore('whatsapp_replies', 'received_at');
const FORGET_REPLY_EVENTS = droppingBefore('events', 'occurred_at', "type = 'whatsapp.inbound_message'");
/** An answer that no sender took within a day comes too late to be one. */
const FORGET_AUTO_REPLIES = droppingBefore('auto_replies', 'created_at');
const FORGET_HOLDS = droppingBefore('acknowledgements', 'acknowledged_at');
