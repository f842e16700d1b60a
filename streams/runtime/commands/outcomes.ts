import type { Sql } from '../postgres/database';
import type { Answer } from './command-processor';

/** A key whose request is still being worked on holds this instead of an answer: no 409 ever spends one. */
export const UNDER_WAY_STATUS = 409;

/** The stored answers to these commands, as far as they have been applied. */
export async function findAnswers(sql: Sql, commandIds: readonly string[]): Promise<Map<string, Answer>> {
  const rows = await sql.query<Answer & { commandId: string }>(FIND, [commandIds]);
  return new Map(rows.map(({ commandId, ...answer }) => [commandId, answer]));
}

const FIND = {
  name: 'outcomes-find',
  text: `
    SELECT command_id AS "commandId", status, body, false AS replayed
    FROM idempotency_records WHERE command_id = ANY ($1::text[]) AND status <> ${UNDER_WAY_STATUS}
    UNION ALL
    SELECT command_id, status, body, replayed
    FROM command_outcomes WHERE command_id = ANY ($1::text[])`,
};
