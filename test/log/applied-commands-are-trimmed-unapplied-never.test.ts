import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigResourceTypes } from 'kafkajs';
import { Client } from 'pg';
import { topics } from '../../schemas/topics';
import {
  aNewBusiness,
  append,
  balanceOf,
  countOf,
  positionOf,
  pushFor,
  topUpOf,
} from '../fixtures/log-client';
import { changePhone, erase, operate, push } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const SECRET = 'a subject that must be forgotten';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1, env: { COMMANDS_KEEP_APPLIED_MS: '1000' } });
  await closeSegmentsQuickly(world);
});
afterAll(() => world.close());

test('soon after a command is applied, no file of the broker holds its text any more (ERASE-1)', async () => {
  const business = aNewBusiness();
  await append(world, [business.creation, pushFor(business.id, SECRET)]);
  expect(await filesWith(SECRET)).not.toEqual([]);
  await world.start('pipeline', 'ledger').ready();
  await until('it is applied', async () => (await countOf(world, 'messages', business.id)) === 1);

  await until('Kafka has deleted it', async () => (await filesWith(SECRET)).length === 0);
});

test('commands that wait longer than that are kept until they are applied', async () => {
  const business = aNewBusiness();
  await append(world, [business.creation, topUpOf(business.id, 1)]);
  await until('it is applied', async () => (await balanceOf(world, business.id)) === 1);
  const unlock = await lockPositions(world);
  const position = await positionOf(world);
  await append(world, [pushFor(business.id, SECRET), topUpOf(business.id, 41)]);

  await until('everything applied is trimmed', async () => (await startOfLog(world)) === position);
  expect(await filesWith(SECRET)).not.toEqual([]);
  await unlock();

  await until('the waiting commands are applied', async () => (await balanceOf(world, business.id)) === 42);
  expect(await countOf(world, 'messages', business.id)).toBe(1);
});

test('a reply that names a person never reaches the broker, and its command is deleted when its time is over (HAZ-10)', async () => {
  const [consoleUrl, ingressUrl] = await Promise.all([
    world.start('console').ready(),
    world.start('ingress').ready(),
  ]);
  const { body } = await operate(`${consoleUrl}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom' },
  });
  const apiKey = body['api_key'] as string;
  const email = 'forgotten.by.the.broker@example.com';
  await push(ingressUrl, apiKey, 'p1', { recipient_email: email });
  const changed = await changePhone(ingressUrl, apiKey, { email, phone: '+447700900321' });
  expect(changed.text).toContain(email);
  await erase(ingressUrl, apiKey, { email, key: 'e1' });
  await until('Kafka has deleted it', async () => {
    const files = await filesWith(email);
    expect(files.filter((file) => !isOfCommands(file))).toEqual([]);
    return files.length === 0;
  });
});

async function closeSegmentsQuickly({ kafka }: World): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: topics.commands.name, configEntries }],
  });
  await admin.disconnect();
}

const configEntries = [
  { name: 'segment.ms', value: '500' },
  { name: 'file.delete.delay.ms', value: '100' },
  { name: 'message.timestamp.type', value: 'LogAppendTime' },
];

/** Searches the files of all topics. */
async function filesWith(text: string): Promise<string[]> {
  const log = join(world.brokerFolder, 'log');
  const entries = await readdir(log, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found: string[] = [];
  for (const folder of folders) {
    for (const file of await readdir(join(log, folder))) {
      // A segment may be deleted after it was listed and before it is read.
      const content = await readFile(join(log, folder, file)).catch(() => Buffer.alloc(0));
      if (content.includes(text)) found.push(join(folder, file));
    }
  }
  return found;
}

function isOfCommands(file: string): boolean {
  return dirname(file).replace(/-\d+$/, '') === topics.commands.name;
}

/** Keeps the ledger from applying anything, as a slow database would. Trimming goes on. */
async function lockPositions({ env }: World): Promise<() => Promise<void>> {
  const client = new Client(env['DATABASE_URL']);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM positions FOR UPDATE');
  return () => client.end();
}

async function startOfLog({ kafka }: World): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const [offsets] = await admin.fetchTopicOffsets(topics.commands.name);
  await admin.disconnect();
  return Number(offsets!.low);
}
