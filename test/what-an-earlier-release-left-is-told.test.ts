import { randomBytes } from 'node:crypto';
import knex, { type Knex } from 'knex';
import { migrations } from '../migrations';
import { topics } from '../schemas/topics';
import { openPostgres, type PostgresDatabase } from '../services/shared/postgres/postgres';
import { readAnnouncements, storeAnnouncements } from '../streams/runtime/outbox';
import { sharedServers } from './given/shared-servers';
import { createDatabase, SILENT } from './given/world';

const PACKED = '013-packed-outbox';
const records = [
  { cause: 41, topic: topics.sendsEmail.name, partition: 3, key: 'rcp_1', value: Buffer.from([0, 255, 1]) },
  {
    cause: 5_000_000_042,
    topic: topics.eventsMessage.name,
    partition: 0,
    key: null,
    value: Buffer.alloc(300, 7),
  },
];

let database: PostgresDatabase;
let older: Knex;
beforeAll(async () => {
  const name = `outbox_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(sharedServers().databaseUrl, name);
  database = openPostgres({ url, applicationName: 'test' }, SILENT);
  older = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
});
afterAll(async () => {
  await older.destroy();
  await database.close();
});

test('what was committed and not told when the release changed is told by the next one', async () => {
  for (const { up } of migrations.filter(({ name }) => name < PACKED)) await up(older);
  const stored = records.map((record) => [
    record.cause,
    record.topic,
    record.partition,
    record.key,
    record.value.toString('base64'),
  ]);
  await older('outbox').insert([
    { partition: 2, last_offset: 42, records: JSON.stringify(stored) },
    { partition: 4, last_offset: 7, records: '[]' },
  ]);
  for (const { up } of migrations.filter(({ name }) => name >= PACKED)) await up(older);

  expect(await readAnnouncements(database, [2, 4])).toEqual([
    { partition: 2, lastOffset: 42, records },
    { partition: 4, lastOffset: 7, records: [] },
  ]);
  await database.transaction((transaction) => {
    storeAnnouncements(transaction, [{ partition: 5, lastOffset: 50, records }]);
    return Promise.resolve();
  });
  expect(await readAnnouncements(database, [5])).toEqual([{ partition: 5, lastOffset: 50, records }]);
});
