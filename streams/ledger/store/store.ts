import type { Transaction } from '../../runtime/postgres/database';
import { writeAll, type StoredRows, type Write } from './table';
import { removedById, tables, type TableName } from './tables';
import type { WorkingSet } from './working-set';

/**
 * What pushes leave most of. None of these tables is shared between businesses: rows that two ledgers may write wait for
 * `store`, which takes them in one order.
 */
const STORED_AHEAD = ['idempotencyRecords', 'messages', 'sends', 'events'] as const;

/** Writes rows of those tables before the batch is decided to its end. */
export function storeAhead(transaction: Transaction, set: WorkingSet): void {
  writeAll(
    transaction,
    STORED_AHEAD.flatMap((name) => writesOf(set, name)),
  );
  for (const name of STORED_AHEAD) set[name].markStored();
}

/** Writes every row that the batch touched and that is not stored yet, in one statement however many there are. */
export function store(transaction: Transaction, set: WorkingSet): void {
  const names = Object.keys(tables) as TableName[];
  writeAll(transaction, [...names.flatMap((name) => writesOf(set, name)), ...removals(set.gone)]);
}

function writesOf(set: WorkingSet, name: TableName): Write[] {
  // A table writes its own rows, which the compiler cannot follow through a name.
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
