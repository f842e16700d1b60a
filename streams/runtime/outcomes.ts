import type { Sql } from './database';
import type { Answer } from './command-processor';

/** The stored answers to these commands, as far as they have been applied. */
export async function findAnswers(sql: Sql, commandIds: readonly string[]): Promise<Map<string, Answer>> {
  const rows = await sql.query<Answer & { commandId: string }>(FIND, [commandIds]);
  return new Map(rows.map(({ commandId, ...answer }) => [commandId, answer]));
}

const FIND = {
  name: 'outcomes-find',
  text: `
    SELECT command_id AS "commandId", status, body, false AS replayed
    FROM idempotency_records WHERE command_id = ANY ($1::text[])
    UNION ALL
    SELECT command_id, status, body, replayed
    FROM command_outcomes WHERE command_id = ANY ($1::text[])`,
};
