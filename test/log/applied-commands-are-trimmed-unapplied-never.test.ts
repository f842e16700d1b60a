import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigResourceTypes } from 'kafkajs';
import { Client } from 'pg';
import { topics } from '../../schemas/topics';
import { aNewBusiness, append, balanceOf, countOf, positionOf, pushFor, topUpOf } from '../given/log-client';
import { changePhone, erase, operate, push } from '../given/merchant';
import { until } from '../given/until';
import { openWorld, type World } from '../given/world';

const SECRET = 'a subject that must be forgotten';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1, env: { COMMANDS_KEEP_APPLIED_MS: '1000' } });
  await closeSegmentsQuickly(world);
});
afterAll(() => world.close());

test('soon after a command was applied, no file of the broker holds its text any more', async () => {
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

test('an answer that named somebody is gone from the broker when its time has passed', async () => {
  const console = world.start('console');
  const consoleUrl = await console.ready();
  const { body } = await operate(`${consoleUrl}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom' },
  });
  const apiKey = body['api_key'] as string;
  // There is one partition of replies, and whoever asks next shall have it.
  await console.kill();
  const ingressUrl = await world.start('ingress').ready();
  const email = 'forgotten.by.the.broker@example.com';
  await push(ingressUrl, apiKey, 'p1', { recipient_email: email });
  // An ingress that has just started looks its first answers up.
  await until('an answer has come over the broker', async () => {
    await changePhone(ingressUrl, apiKey, { email, phone: '+447700900321' });
    return (await filesWith(email, topics.replies.name)).length > 0;
  });
  await erase(ingressUrl, apiKey, { email, key: 'e1' });
  await until(
    'Kafka has deleted it from both',
    async () => (await filesWith(email)).length + (await filesWith(email, topics.replies.name)).length === 0,
  );
});

async function closeSegmentsQuickly({ kafka }: World): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      quick(topics.commands.name, []),
      quick(topics.replies.name, [{ name: 'retention.ms', value: '5000' }]),
    ],
  });
  await admin.disconnect();
}

function quick(name: string, more: readonly { name: string; value: string }[]) {
  const configEntries = [
    { name: 'segment.ms', value: '500' },
    { name: 'file.delete.delay.ms', value: '100' },
    { name: 'message.timestamp.type', value: 'LogAppendTime' },
    ...more,
  ];
  return { type: ConfigResourceTypes.TOPIC, name, configEntries };
}

async function filesWith(text: string, topic = topics.commands.name): Promise<string[]> {
  const log = join(world.brokerFolder, 'log');
  const folders = (await readdir(log)).filter((name) => name.replace(/-\d+$/, '') === topic);
  const found: string[] = [];
  for (const folder of folders) {
    for (const file of await readdir(join(log, folder))) {
      // A segment may be deleted between the listing and the look.
      const content = await readFile(join(log, folder, file)).catch(() => Buffer.alloc(0));
      if (content.includes(text)) found.push(join(folder, file));
    }
  }
  return found;
}

/** Keeps the ledger from applying anything, as a slow database would, while trimming goes on. */
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
