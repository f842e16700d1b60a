import type { Sql } from '../postgres/database';
import type { Answer } from './command-processor';

/** Marks an Idempotency-Key whose request is still being processed. A request that gets a 409 never spends its key. */
export const UNDER_WAY_STATUS = 409;

/** The stored outcomes of these commands. Commands that are not applied yet are missing. */
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
