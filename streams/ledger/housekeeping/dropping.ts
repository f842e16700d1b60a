import type { Statement } from '../../runtime/postgres/database';

/**
 * Drops the rows of a table whose column lies before $1: the oldest first, and at most $2 of them. A row that another
 * transaction has locked is left for the next run.
 */
export function droppingBefore(table: string, column: string, kind = 'true'): Statement {
  return {
    name: `ledger-drop-${table}-by-${column}`,
    text: `
      DELETE FROM ${table} WHERE ctid IN (
        SELECT ctid FROM ${table} WHERE ${kind} AND ${column} < $1
        ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED
      ) RETURNING 1`,
  };
}
