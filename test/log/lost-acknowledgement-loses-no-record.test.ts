import { topics } from '../../schemas/topics';
import { openProducer, type RecordProducer } from '../../streams/runtime/kafka/producer';
import type { OutgoingRecord } from '../../streams/runtime/kafka/records';
import { aNewBusiness, append, balanceOf, outboxSize, readCommitted, topUpOf } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1, proxied: true });
});
afterAll(() => world.close());

test('records sent while an earlier acknowledgement is lost all reach the log (HAZ-1)', async () => {
  const producer = await openProducer(world.kafka);
  await producer.publish([sendRecord('warm-up')]);

  world.proxy!.loseAnswers(1);
  const first = producer.publish([sendRecord('first')]);
  const others = overlapping(producer, ['second', 'third', 'fourth']);
  await Promise.all([first, others]);
  await producer.close();
  expect(world.proxy!.lost).toBe(1);

  const found = new Set((await readCommitted(world, topics.sendsEmail)).map((send) => send.send_id));
  expect(found).toEqual(new Set(['warm-up', 'first', 'second', 'third', 'fourth']));
});

test("events are published once although answers are lost at every step of the relay's transactions (HAZ-1)", async () => {
  const business = aNewBusiness();
  const ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
  await append(world, [business.creation]);
  for (let balance = 1; balance <= 12; balance += 1) {
    await append(world, [topUpOf(business.id, 1)]);
    world.proxy!.loseAnswers(balance % 3);
    await until('it is applied', async () => (await balanceOf(world, business.id)) === balance);
  }
  world.proxy!.loseAnswers(0);
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);

  const balances = (await readCommitted(world, topics.eventsAccount)).map((event) => event.balance);
  expect(balances).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(await ledger.stop()).toBe(0);
});

/** Sends the records one after another without waiting, so that they meet the retries of the first. */
async function overlapping(producer: RecordProducer, ids: readonly string[]): Promise<void> {
  const published: Promise<void>[] = [];
  for (const id of ids) {
    published.push(producer.publish([sendRecord(id)]));
    await new Promise(setImmediate);
  }
  await Promise.all(published);
}

function sendRecord(id: string): OutgoingRecord {
  const value = world.codec.encode(topics.sendsEmail, { send_id: id, business_id: 'biz', attempt: 1 });
  return { topic: topics.sendsEmail.name, partition: 0, key: id, value };
}
