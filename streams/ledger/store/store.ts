import type { Transaction } from '../../runtime/postgres/database';
import { writeAll, type StoredRows, type Write } from './table';
import { removedById, tables, type TableName } from './tables';
import type { WorkingSet } from './working-set';

/**
 * Pushes write most of their rows to these tables. Two businesses never share a row of them. Rows that two ledgers may
 * write wait for `store`, which writes them in one order (HAZ-15).
 */
const STORED_AHEAD = ['idempotencyRecords', 'messages', 'sends', 'events'] as const;

/** Writes the rows of these tables before the whole batch is decided. */
export function storeAhead(transaction: Transaction, set: WorkingSet): void {
  writeAll(
    transaction,
    STORED_AHEAD.flatMap((name) => writesOf(set, name)),
  );
  for (const name of STORED_AHEAD) set[name].markStored();
}

/** Writes every row that the batch changed and that is not stored yet, all in one statement. */
export function store(transaction: Transaction, set: WorkingSet): void {
  const names = Object.keys(tables) as TableName[];
  writeAll(transaction, [...names.flatMap((name) => writesOf(set, name)), ...removals(set.gone)]);
}

function writesOf(set: WorkingSet, name: TableName): Write[] {
  // The rows belong to the table of the same name, which the compiler cannot know.
  const { writes } = tables[name] as StoredRows<object>;
  return writes(set.rowsOf(name));
}

function removals(gone: WorkingSet['gone']): Write[] {
  return [...gone].map(([table, { businessIds, ids }]) => ({
    label: `${table}_erased`,
    text: (first) => `
      DELETE FROM ${table} d USING unnest($${first}::text[], $${first + 1}::text[]) AS gone (business_id, id)
      WHERE d.business_id = gone.business_id AND d.${removedById[table]} = gone.id`,
    parameters: [businessIds, ids],
  }));
}
