import { randomBytes } from 'node:crypto';
import { openPostgres } from '../services/shared/postgres';
import type { Statement, Transaction } from '../streams/runtime/database';
import { sharedServers } from './shared-servers';
import { createDatabase, SILENT } from './world';

let database: ReturnType<typeof openPostgres>;
beforeAll(async () => {
  const name = `transactions_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(sharedServers().databaseUrl, name);
  // One connection, so that every transaction gets what the one before left behind.
  database = openPostgres({ url, applicationName: 'test', maxConnections: 1 }, SILENT);
  await database.query(statement('create', 'CREATE TABLE numbers (number int PRIMARY KEY)'), []);
});
beforeEach(() => database.query(statement('clear', 'DELETE FROM numbers'), []));
afterAll(() => database.close());

test('statements that nobody waited for are committed with those that somebody did', async () => {
  const seen = await database.transaction(async (transaction) => {
    insert(transaction, 1);
    const numbers = await numbersIn(transaction);
    insert(transaction, 2);
    return numbers;
  });
  expect(seen).toEqual([1]);
  expect(await numbersIn(database)).toEqual([1, 2]);
});

test('a statement that fails takes all others with it, although the commit is on its way behind it', async () => {
  const failing = database.transaction((transaction) => {
    insert(transaction, 1);
    insert(transaction, 1);
    insert(transaction, 2);
    return Promise.resolve();
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await numbersIn(database)).toEqual([]);
});

test('what failed is told, and not what was refused because of it', async () => {
  const failing = database.transaction(async (transaction) => {
    insert(transaction, 1);
    insert(transaction, 1);
    return numbersIn(transaction);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
});

test('a failure that is caught on the way is still no commit', async () => {
  const failing = database.transaction(async (transaction) => {
    insert(transaction, 1);
    await transaction.query(statement('defect', 'SELECT 1 / 0'), []).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow('the transaction was rolled back');
  expect(await numbersIn(database)).toEqual([]);
});

test('work that throws takes its statements back, and the connection serves the next', async () => {
  const failing = database.transaction((transaction) => {
    insert(transaction, 1);
    return Promise.reject(new Error('a change of mind'));
  });
  await expect(failing).rejects.toThrow('a change of mind');
  await database.transaction(async (transaction) => insert(transaction, 3));
  expect(await numbersIn(database)).toEqual([3]);
});

function insert(transaction: Transaction, number: number): void {
  transaction.send(statement('insert', 'INSERT INTO numbers VALUES ($1)'), [number]);
}

async function numbersIn(sql: Pick<Transaction, 'query'>): Promise<number[]> {
  const rows = await sql.query<{ number: number }>(
    statement('read', 'SELECT number FROM numbers ORDER BY 1'),
    [],
  );
  return rows.map(({ number }) => number);
}

function statement(name: string, text: string): Statement {
  return { name, text };
}
