import { randomBytes } from 'node:crypto';
import { Connection } from 'pg';
import { openPostgres } from '../../services/shared/postgres/postgres';
import type { Statement } from '../../streams/runtime/postgres/database';
import { sharedServers } from '../fixtures/shared-servers';
import { createDatabase, SILENT } from '../fixtures/world';

let database: ReturnType<typeof openPostgres>;
const asked = jest.spyOn(Connection.prototype as Connection & { describe: () => void }, 'describe');

beforeAll(async () => {
  const url = await createDatabase(sharedServers().databaseUrl, `columns_${randomBytes(6).toString('hex')}`);
  database = openPostgres({ url, applicationName: 'test', maxConnections: 1 }, SILENT);
  await database.query(
    {
      name: 'create',
      text: 'CREATE TABLE things (id bigint PRIMARY KEY, made_at timestamptz, words text[])',
    },
    [],
  );
});
beforeEach(() => asked.mockClear());
afterAll(() => database.close());

const insert: Statement = { name: 'insert', text: 'INSERT INTO things VALUES ($1, $2, $3)' };
const read: Statement = { name: 'read', text: 'SELECT * FROM things WHERE id = $1' };
const MOMENT = new Date('2026-11-15T12:00:00.000Z');

test('a statement that is run again returns the same columns, each with its own type', async () => {
  await database.query(insert, [1, MOMENT, ['a', 'b']]);
  await database.query(insert, [2, null, null]);
  const rows = [];
  for (const id of [1, 2, 3, 1]) rows.push(await database.query(read, [id]));
  const first = { id: 1, made_at: MOMENT, words: ['a', 'b'] };
  expect(rows).toEqual([[first], [{ id: 2, made_at: null, words: null }], [], [first]]);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('statements that are sent together, before any is answered, return their columns as well', async () => {
  const both: Statement = { name: 'both', text: 'SELECT $1::int AS number, $2::text AS word' };
  const ask = () =>
    database.transaction((transaction) =>
      Promise.all([1, 2, 3].map((number) => transaction.query(both, [number, 'word']))),
    );
  const expected = [1, 2, 3].map((number) => [{ number, word: 'word' }]);
  expect([await ask(), await ask()]).toEqual([expected, expected]);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('a statement that failed at first returns its columns when it succeeds', async () => {
  const divide: Statement = { name: 'divide', text: 'SELECT 6 / $1::int AS result' };
  await expect(database.query(divide, [0])).rejects.toMatchObject({ code: '22012' });
  const results = [];
  for (const by of [2, 3]) results.push(...(await database.query(divide, [by])));
  expect(results).toEqual([{ result: 3 }, { result: 2 }]);
});

test('a value that cannot be sent fails its statement alone, and the next statement is answered', async () => {
  await database.query(read, [1]);
  const unsendable = {
    toPostgres: () => {
      throw new Error('not to be sent');
    },
  };
  await expect(database.query(read, [unsendable])).rejects.toThrow('not to be sent');
  expect(await database.query(read, [3])).toEqual([]);
});
