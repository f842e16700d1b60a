import { randomBytes } from 'node:crypto';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import type { Statement, Transaction } from '../../streams/runtime/postgres/database';
import { sharedServers } from './shared-servers';
import { createDatabase, SILENT } from './world';

/** A database of its own with a table that holds each number once, emptied before every test. */
export function useTableOfNumbers(maxConnections: number): () => PostgresDatabase {
  let database: PostgresDatabase;
  beforeAll(async () => {
    const name = `numbers_${randomBytes(6).toString('hex')}`;
    const url = await createDatabase(sharedServers().databaseUrl, name);
    database = openPostgres({ url, applicationName: 'test', maxConnections }, SILENT);
    await database.query(statement('create', 'CREATE TABLE numbers (number int PRIMARY KEY)'), []);
  });
  beforeEach(() => database.query(statement('clear', 'DELETE FROM numbers'), []));
  afterAll(() => database.close());
  return () => database;
}

export function insert(transaction: Transaction, number: number): void {
  transaction.send(statement('insert', 'INSERT INTO numbers VALUES ($1)'), [number]);
}

export async function numbersIn(sql: Pick<Transaction, 'query'>): Promise<number[]> {
  const rows = await sql.query<{ number: number }>(
    statement('read', 'SELECT number FROM numbers ORDER BY 1'),
    [],
  );
  return rows.map(({ number }) => number);
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}
