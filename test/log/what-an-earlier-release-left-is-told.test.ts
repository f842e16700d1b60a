import { randomBytes } from 'node:crypto';
import knex, { type Knex } from 'knex';
import { migrations } from '../../migrations';
import { topics } from '../../schemas/topics';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { emailChannel } from '../../streams/channels/email/sender/sending-channel';
import { readAnnouncements, storeAnnouncements } from '../../streams/runtime/commands/outbox';
import { claim } from '../../streams/sender/claim';
import { workOf } from '../../streams/sender/work';
import { sharedServers } from '../fixtures/shared-servers';
import { createDatabase, SILENT } from '../fixtures/world';

const NUDGES = '003-nudges';
const PACKED = '013-packed-outbox';
const NOW = new Date('2026-11-15T12:00:00Z');
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
beforeEach(async () => {
  const name = `older_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(sharedServers().databaseUrl, name);
  database = openPostgres({ url, applicationName: 'test' }, SILENT);
  older = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
});
afterEach(async () => {
  await older.destroy();
  await database.close();
});

test('what was committed and not told when the release changed is told by the next one', async () => {
  await migrateTo(PACKED);
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
  await migrateOnFrom(PACKED);

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

test('an email that was queued before nudges had numbers goes out, and a message without one stays without', async () => {
  await migrateTo(NUDGES);
  await insertAsReleased();
  await migrateOnFrom(NUDGES);

  const channel = emailChannel({
    links: { inboxUrl: () => 'https://inbox.example/i/token' },
    sendingDomain: 'shared.example',
    hashAddress: (email) => Buffer.from(email),
  });
  const work = workOf({ business_id: 'biz_1', send_id: 'snd_nudged', attempt: 1 }, () => undefined);
  const moment = { sender: 'one', now: NOW, startedAt: NOW };
  expect(await claim(database, channel, [work], moment)).toMatchObject([{ step: 'submit' }]);
  expect(await older('messages').select('id', 'nudge').orderBy('id')).toEqual([
    { id: 'msg_nudged', nudge: 1 },
    { id: 'msg_quiet', nudge: 0 },
  ]);
});

async function migrateTo(next: string): Promise<void> {
  for (const { up } of migrations.filter(({ name }) => name < next)) await up(older);
}

async function migrateOnFrom(next: string): Promise<void> {
  for (const { up } of migrations.filter(({ name }) => name >= next)) await up(older);
}

/** As the first release left them: a push that queued its email, and one that was to nudge nobody. */
async function insertAsReleased(): Promise<void> {
  const dates = { created_at: NOW, updated_at: NOW };
  const account = { name: 'Bloom & Co', active: true, sending_paused: false };
  await older('businesses').insert({
    id: 'biz_1',
    balance: 0,
    low_balance_threshold: 100,
    ...account,
    ...dates,
  });
  const whose = { business_id: 'biz_1', recipient_id: 'rcp_1' };
  await older('recipients').insert({
    business_id: 'biz_1',
    id: 'rcp_1',
    email: 'ada@example.com',
    created_at: NOW,
  });
  const text = { kind: 'one_off', status: 'active', subject: 'Your order', body: 'On its way.' };
  await older('messages').insert([
    { id: 'msg_nudged', nudged: true, ...whose, ...text, ...dates },
    { id: 'msg_quiet', nudged: false, ...whose, ...text, ...dates },
  ]);
  const send = { id: 'snd_nudged', message_id: 'msg_nudged', channel: 'email', state: 'queued' };
  await older('sends').insert({ ...send, ...whose, ...dates });
}
