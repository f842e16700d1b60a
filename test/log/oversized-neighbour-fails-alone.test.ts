import { topics } from '../../schemas/topics';
import { openProducer } from '../../streams/runtime/kafka/producer';
import type { OutgoingRecord } from '../../streams/runtime/kafka/records';
import { readCommitted } from '../fixtures/log-client';
import { openWorld, type World } from '../fixtures/world';

const MiB = 1024 * 1024;

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('a record that the broker refuses for its size fails alone (HAZ-7)', async () => {
  const producer = await openProducer(world.kafka);
  const before = producer.publish([record('before', 100)]);
  const oversized = producer.publish([record('oversized', 2 * MiB)]);
  const after = producer.publish([record('after', 100)]);

  await expect(oversized).rejects.toThrow(/larger than the max|too large/i);
  await expect(Promise.all([before, after])).resolves.toBeDefined();
  expect(await sendIds()).toEqual(['before', 'after']);
  await producer.close();
});

test('many records that together exceed the limit of one batch all arrive (HAZ-7)', async () => {
  const producer = await openProducer(world.kafka);
  const ids = Array.from({ length: 20 }, (_, index) => `heavy-${String(index)}`);
  await producer.publish(ids.map((id) => record(id, 150 * 1024)));
  expect((await sendIds()).filter((id) => id.startsWith('heavy'))).toEqual(ids);
  await producer.close();
});

/** A producer repeats a record that is not acknowledged in time, so each id is counted once. */
async function sendIds(): Promise<string[]> {
  return [...new Set((await readCommitted(world, topics.sendsEmail)).map((send) => send.send_id))];
}

function record(id: string, bytes: number): OutgoingRecord {
  const value = world.codec.encode(topics.sendsEmail, {
    send_id: id,
    business_id: '.'.repeat(bytes),
    attempt: 1,
  });
  return { topic: topics.sendsEmail.name, partition: 0, key: id, value };
}
