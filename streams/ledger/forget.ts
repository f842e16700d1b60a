import type { Sql } from '../runtime/database';

/** How long an answer that spent no key can be looked up: far longer than anybody waits, and than Kafka repeats. */
const OUTCOME_MEMORY_MS = 10 * 60 * 1_000;
const ROWS_AT_A_TIME = 5_000;

export interface Times {
  /** The product's time, by which keys expire. */
  readonly nowMs: number;
  /** Real time, by which technical leftovers do. */
  readonly wallNowMs: number;
}

/** Drops what is past its memory, a bounded number of rows at a time. True: there may be more. */
export async function forgetExpired(sql: Sql, { nowMs, wallNowMs }: Times): Promise<boolean> {
  const keys = await sql.query(FORGET_KEYS, [new Date(nowMs), ROWS_AT_A_TIME]);
  const outcomes = await sql.query(FORGET_OUTCOMES, [
    new Date(wallNowMs - OUTCOME_MEMORY_MS),
    ROWS_AT_A_TIME,
  ]);
  return keys.length === ROWS_AT_A_TIME || outcomes.length === ROWS_AT_A_TIME;
}

const FORGET_KEYS = {
  name: 'ledger-forget-keys',
  text: `
    DELETE FROM idempotency_records WHERE ctid IN (
      SELECT ctid FROM idempotency_records WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
};

const FORGET_OUTCOMES = {
  name: 'ledger-forget-outcomes',
  text: `
    DELETE FROM command_outcomes WHERE ctid IN (
      SELECT ctid FROM command_outcomes WHERE stored_at < $1 ORDER BY stored_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
};
