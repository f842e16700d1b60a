import { createHash } from 'node:crypto';
import type { Statement, Transaction } from '../../runtime/postgres/database';
import { Rows } from './rows';

/** How a batch holds the rows of a table, and how it writes them. */
export interface StoredRows<Row, Index extends string = never> {
  readonly newRows: () => Rows<Row, Index>;
  readonly writes: (rows: Rows<Row, Index>) => Write[];
}

/** One table. One list of its columns gives both its reads and its writes. */
export interface Table<Row, Index extends string = never> extends StoredRows<Row, Index> {
  readonly name: string;
  /** Its rows never change, and no other ledger has a row with the same key. */
  readonly isWrittenOnce: boolean;
  /** The columns of the table with this alias, under their names in `Row`. */
  readonly select: (alias: string) => string;
  /** Inserts or replaces rows, a column at a time (`unnest`): 500 rows in one statement do 49k/s. */
  readonly insertion: (firstParameter: number) => string;
  /** An array per column. */
  readonly values: (rows: readonly Row[]) => unknown[][];
  /** Deletes rows by their key. */
  readonly deletion: (firstParameter: number) => string;
  readonly keyValues: (rows: readonly Row[]) => unknown[][];
}

type ColumnName<Property extends string> = Property extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ColumnName<Tail>}`
  : '';

type KeyOf<Row> = (row: Row) => string;

/** `indexes` is given only if the table has an index. */
type Indexes<Row, Index extends string> = [Index] extends [never]
  ? { readonly indexes?: undefined }
  : { readonly indexes: Readonly<Record<Index, (row: Row) => string | null>> };

interface Definition<Row> {
  /** Identifies the row within a batch. */
  readonly keyOf: KeyOf<Row>;
  readonly key: readonly ColumnName<keyof Row & string>[];
  /** `fail`: a row is written only once, so a second write is a defect. */
  readonly onConflict: 'replace' | 'fail';
  /** The type of each column. A property of `Row` without one fails to compile. */
  readonly columns: { readonly [Property in keyof Row & string as ColumnName<Property>]: string };
}

/** Builds the statements of a table from its columns, so that no column is forgotten in one of them. */
export function defineTable<Row, Index extends string = never>(
  name: string,
  { keyOf, indexes, key, onConflict, columns }: Definition<Row> & Indexes<Row, Index>,
): Table<Row, Index> {
  const all = Object.entries<string>(columns).map(([column, type]) => ({
    column,
    type,
    property: camelCase(column),
  }));
  const keys = all.filter(({ column }) => (key as readonly string[]).includes(column));
  const names = all.map(({ column }) => column);
  const replacing = `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${names
    .filter((column) => !(key as readonly string[]).includes(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

  const found = (indexes ?? {}) as Readonly<Record<Index, (row: Row) => string | null>>;
  const table: Table<Row, Index> = {
    newRows: () => new Rows(keyOf, found),
    writes: (rows) => writesOf(table, rows),
    name,
    isWrittenOnce: onConflict === 'fail',
    select: (alias) => all.map(({ column, property }) => `${alias}.${column} AS "${property}"`).join(', '),
    insertion: (first) => `
      INSERT INTO ${name} (${names.join(', ')})
      SELECT * FROM unnest(${arrays(all, first)}) ${onConflict === 'replace' ? replacing : ''}`,
    values: (rows) => valuesOf(all, rows),
    deletion: (first) => `
      DELETE FROM ${name} d USING unnest(${arrays(keys, first)}) AS gone (${keys.map(({ column }) => column).join(', ')})
      WHERE ${keys.map(({ column }) => `d.${column} = gone.${column}`).join(' AND ')}`,
    keyValues: (rows) => valuesOf(keys, rows),
  };
  return table;
}

interface Column {
  readonly column: string;
  readonly type: string;
  readonly property: string;
}

function arrays(columns: readonly Column[], first: number): string {
  return columns.map(({ type }, index) => `$${String(first + index)}::${type}[]`).join(', ');
}

function valuesOf(columns: readonly Column[], rows: readonly unknown[]): unknown[][] {
  return columns.map(({ type, property }) =>
    rows.map((row) => {
      const value = (row as Readonly<Record<string, unknown>>)[property];
      return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    }),
  );
}

function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Part of a statement, with its parameters. */
export interface Write {
  readonly label: string;
  readonly text: (firstParameter: number) => string;
  readonly parameters: readonly unknown[][];
}

/** What a batch writes to one table. Rows that are written once keep the order in which they were decided. */
function writesOf<Row, Index extends string>(table: Table<Row, Index>, rows: Rows<Row, Index>): Write[] {
  const written = table.isWrittenOnce ? [...rows.written.values()] : inOrder(rows.written);
  const removed = inOrder(rows.removed);
  return [
    ...(written.length === 0
      ? []
      : [{ label: table.name, text: table.insertion, parameters: table.values(written) }]),
    ...(removed.length === 0
      ? []
      : [{ label: `${table.name}_gone`, text: table.deletion, parameters: table.keyValues(removed) }]),
  ];
}

/** Ordered by key, so that two ledgers that write the same shared rows never wait for each other in a ring (HAZ-15). */
function inOrder<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * Writes all tables in one statement. A transaction mostly waits for round trips, and this saves one for each table but
 * the first. Postgres runs every part of such a statement, even a part that nothing refers to.
 */
export function writeAll(transaction: Transaction, writes: readonly Write[]): void {
  if (writes.length === 0) return;
  transaction.send(
    statementOf(writes),
    writes.flatMap(({ parameters }) => parameters),
  );
}

/** Built once for each combination of tables that a batch writes; there are few. */
function statementOf(writes: readonly Write[]): Statement {
  const labels = writes.map(({ label }) => label).join();
  const known = statements.get(labels);
  if (known !== undefined) return known;
  let parameter = 1;
  const parts = writes.map(({ label, text, parameters }) => {
    const part = `into_${label} AS (${text(parameter)})`;
    parameter += parameters.length;
    return part;
  });
  // Postgres tells prepared statements apart by 63 characters, and the names of all tables have more.
  const name = `ledger-write-${createHash('sha256').update(labels).digest('base64url')}`;
  const statement = { name, text: `WITH ${parts.join(', ')} SELECT` };
  statements.set(labels, statement);
  return statement;
}

const statements = new Map<string, Statement>();
