import { topics } from '../../schemas/topics';
import { replyInboxOpener } from '../../services/shared/reply-channel';
import { openAsker, type Asker } from '../../streams/runtime/commands/ask';
import { findAnswers } from '../../streams/runtime/commands/outcomes';
import { openProducer, type RecordProducer } from '../../streams/runtime/kafka/producer';
import type { OutgoingRecord } from '../../streams/runtime/kafka/records';
import { aNewBusiness, append, balanceOf, topUpOf } from '../fixtures/log-client';
import { createBusiness, push } from '../fixtures/merchant';
import { isShown } from '../fixtures/readiness';
import { until } from '../fixtures/until';
import { openWorld, SILENT, type World } from '../fixtures/world';

let world: World;
let producer: RecordProducer;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
  producer = await openProducer(world.kafka);
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await producer.close();
  await world.close();
});

test('a request whose reply goes to another process looks its outcome up (HAZ-11)', async () => {
  const businessId = await aBusiness();
  const asker = openTestAsker('test-asker', async (records) =>
    producer.publish(await addressedTo('test-neighbour', records)),
  );
  const neighbour = openTestAsker('test-neighbour', (records) => producer.publish(records));
  await until('replies arrive at both', () => asker.isReplied && neighbour.isReplied);

  expect(await topUp(asker, businessId, 7)).toEqual({ status: 201, body: '{"balance":7}', replayed: false });
  expect([asker.isReplied, neighbour.isReplied]).toEqual([false, true]);
  // From then on no request waits for long, because outcomes are looked up at once while no reply can be expected.
  expect(await topUp(asker, businessId, 1)).toMatchObject({ body: '{"balance":8}' });
  await Promise.all([asker.close(), neighbour.close()]);
});

test('a reply that no request waits for any more shows that replies arrive again', async () => {
  const businessId = await aBusiness();
  let isAstray = true;
  const asker = openTestAsker('test-returning', async (records) =>
    producer.publish(isAstray ? await addressedTo('nobody', records) : records),
  );
  await until('replies arrive', () => asker.isReplied);
  await topUp(asker, businessId, 7);
  expect(asker.isReplied).toBe(false);

  isAstray = false;
  expect(await topUp(asker, businessId, 1)).toMatchObject({ body: '{"balance":8}' });
  await until('replies arrive again', () => asker.isReplied);
  await asker.close();
});

test('more instances than there are partitions all get replies', async () => {
  const ingresses = Array.from({ length: 4 }, () => world.start('ingress'));
  const urls = await Promise.all(ingresses.map((ingress) => ingress.ready()));
  const { apiKey } = await createBusiness(world);
  for (const [index, url] of urls.entries()) {
    await until('replies arrive', () => isShown(url, 'replies', true));
    expect((await push(url, apiKey, `instance-${String(index)}`)).status).toBe(201);
    expect(await isShown(url, 'replies', true)).toBe(true);
  }
});

async function aBusiness(): Promise<string> {
  const business = aNewBusiness();
  await append(world, [business.creation]);
  await until('the business exists', async () => (await balanceOf(world, business.id)) === 0);
  return business.id;
}

function topUp(asker: Asker, businessId: string, amount: number) {
  const { command_id, business_id, issued_at, idempotency, body } = topUpOf(businessId, amount);
  return asker.ask({ command_id, business_id, issued_at, idempotency, body });
}

function openTestAsker(name: string, publish: RecordProducer['publish']): Asker {
  return openAsker({
    name,
    codec: world.codec,
    producer: { publish },
    partitions: world.partitions,
    lookUp: (commandIds) => findAnswers(world.database, commandIds),
    openInbox: replyInboxOpener(world.env['REDIS_URL']!, SILENT),
  });
}

async function addressedTo(name: string, records: readonly OutgoingRecord[]): Promise<OutgoingRecord[]> {
  return Promise.all(
    records.map(async (record) => {
      const command = await world.codec.decode(topics.commands, record.value);
      return { ...record, value: world.codec.encode(topics.commands, { ...command, reply_to: name }) };
    }),
  );
}
