import { topics } from '../../schemas/topics';
import { aNewBusiness, append, balanceOf, positionOf, topUpOf } from '../fixtures/log-client';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let other: World;
const business = aNewBusiness();

beforeAll(async () => {
  [world, other] = await Promise.all([openWorld({ partitions: 1 }), openWorld({ partitions: 1 })]);
  const ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
  await append(world, [business.creation, topUpOf(business.id, 1)]);
  await until('it works', async () => (await balanceOf(world, business.id)) === 1);
  expect(await ledger.stop()).toBe(0);
});
afterAll(() => Promise.all([world.close(), other.close()]));

test('the ledger refuses to start when its database belongs to another Kafka cluster (HAZ-3)', async () => {
  const ledger = world.startWith({ KAFKA_BROKERS: other.env['KAFKA_BROKERS']! }, 'pipeline', 'ledger');
  expect(await complaintOf(ledger)).toMatch(/this database belongs to the Kafka cluster/);
});

test('the ledger refuses to start when the number of partitions has changed (HAZ-3)', async () => {
  const ledger = world.startWith({ PARTITIONS: '3' }, 'pipeline', 'ledger');
  expect(await complaintOf(ledger)).toMatch(/PARTITIONS is 3, but .* has 1 partitions/);
});

test('when unapplied commands are missing from the log, the ledger stops and applies nothing after the gap (HAZ-2)', async () => {
  await append(world, [topUpOf(business.id, 10), topUpOf(business.id, 100), topUpOf(business.id, 1000)]);
  const position = await positionOf(world);
  await trimTo(world, position + 2);
  const ledger = world.start('pipeline', 'ledger');
  expect(await complaintOf(ledger)).toMatch(/was applied up to offset \d+, but the log begins at \d+/);
  expect(await balanceOf(world, business.id)).toBe(1);
});

test('the ledger refuses to go on when the log ends before its position (HAZ-3)', async () => {
  await world.database.query(
    { name: 'test-ahead', text: 'UPDATE positions SET position = position + 1000' },
    [],
  );
  const ledger = world.start('pipeline', 'ledger');
  expect(await complaintOf(ledger)).toMatch(/this is another log than the database belongs to/);
});

test('a ledger whose topics do not exist names the one that is missing', async () => {
  const admin = other.kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topics.commands.name] });
  await admin.disconnect();
  const ledger = other.start('pipeline', 'ledger');
  expect(await complaintOf(ledger)).toMatch(/the topic commands at KAFKA_BROKERS cannot be used: \w+/);
});

async function complaintOf(ledger: ServiceProcess): Promise<string> {
  expect(await ledger.ended()).toBe(1);
  return [...ledger.complaints, ...ledger.log.map((line) => JSON.stringify(line))].join('\n');
}

async function trimTo({ kafka }: World, offset: number): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.fetchTopicOffsets(topics.commands.name);
  await admin.deleteTopicRecords({
    topic: topics.commands.name,
    partitions: [{ partition: 0, offset: String(offset) }],
  });
  await admin.disconnect();
}
