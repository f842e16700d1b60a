import { topics } from '../../schemas/topics';
import { openAsker, type Asker } from '../../streams/runtime/commands/ask';
import { findAnswers } from '../../streams/runtime/commands/outcomes';
import { openProducer, type RecordProducer } from '../../streams/runtime/kafka/producer';
import type { OutgoingRecord } from '../../streams/runtime/kafka/records';
import { aNewBusiness, append, balanceOf, topUpOf } from '../given/log-client';
import { createBusiness, push } from '../given/merchant';
import { until } from '../given/until';
import { openWorld, type World } from '../given/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
});
afterAll(() => world.close());

test('a reply that is sent to another instance is looked up by the one that waits', async () => {
  const ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
  const business = aNewBusiness();
  await append(world, [business.creation]);
  await until('the business is there', async () => (await balanceOf(world, business.id)) === 0);

  const producer = await openProducer(world.kafka);
  const asker = await openTestAsker({
    ...producer,
    publish: async (records) => producer.publish(await redirected(records)),
  });
  const neighbour = await openTestAsker(producer);
  await until('each has a partition of its own', () => asker.isAddressable && neighbour.isAddressable);
  const { command_id, business_id, issued_at, idempotency, body } = topUpOf(business.id, 7);
  const answer = await asker.ask({ command_id, business_id, issued_at, idempotency, body });
  expect(answer).toEqual({ status: 201, body: '{"balance":7}', replayed: false });
  await Promise.all([asker.close(), neighbour.close()]);
  await producer.close();
});

test('requests whose reply partition moves to another instance while they wait are answered all the same', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const first = world.start('ingress');
  const [url] = await Promise.all([first.ready(), ledger.ready()]);
  const { apiKey } = await createBusiness(world);
  expect((await push(url, apiKey, 'warm-up')).status).toBe(201);

  ledger.freeze();
  const waiting = ['a', 'b', 'c', 'd'].map((key) => push(url, apiKey, key));
  const second = world.start('ingress');
  await second.ready();
  ledger.thaw();

  const answers = await Promise.all(waiting);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await first.stop()).toBe(0);
  await second.stop();
});

test('an instance that no partition is left for answers by looking up', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const ingresses = [world.start('ingress'), world.start('ingress'), world.start('ingress')];
  await ledger.ready();
  const urls = await Promise.all(ingresses.map((ingress) => ingress.ready()));
  const { apiKey } = await createBusiness(world);
  const answers = await Promise.all(urls.map((url, index) => push(url, apiKey, `instance-${String(index)}`)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

function openTestAsker(producer: RecordProducer): Promise<Asker> {
  return openAsker(world.kafka, {
    codec: world.codec,
    producer,
    partitions: world.partitions,
    lookUp: (commandIds) => findAnswers(world.database, commandIds),
    onFailure: (error) => {
      throw error;
    },
  });
}

/** Each command asks for its reply on the other one of the two partitions. */
async function redirected(records: readonly OutgoingRecord[]): Promise<OutgoingRecord[]> {
  return Promise.all(
    records.map(async (record) => {
      const command = await world.codec.decode(topics.commands, record.value);
      const elsewhere = { ...command, reply_partition: 1 - command.reply_partition! };
      return { ...record, value: world.codec.encode(topics.commands, elsewhere) };
    }),
  );
}
