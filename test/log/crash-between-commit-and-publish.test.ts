import { topics } from '../../schemas/topics';
import { aNewBusiness, append, countOf, outboxSize, pushFor, readCommitted } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('what the killed owner had committed but not published is published once by the next owner (HAZ-6)', async () => {
  const business = aNewBusiness();
  const doomed = world.startProgram('ledger-that-stalls', 'before-publish');
  await doomed.logged('partitions opened');
  await append(world, [business.creation, pushFor(business.id)]);
  await until('the push is committed', async () => (await countOf(world, 'messages', business.id)) === 1);
  await doomed.logged('stalled');
  await doomed.kill();
  expect(await readCommitted(world, topics.sendsEmail)).toEqual([]);
  expect(await readCommitted(world, topics.eventsMessage)).toEqual([]);

  const successor = world.start('pipeline', 'ledger');
  await successor.ready();
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);

  const [send, ...repeated] = await readCommitted(world, topics.sendsEmail);
  expect(send).toMatchObject({ business_id: business.id, attempt: 1 });
  // A plain producer repeats a record that is not acknowledged in time. The sender claims the send once.
  for (const again of repeated) expect(again.send_id).toBe(send!.send_id);
  const events = await readCommitted(world, topics.eventsMessage);
  expect(events.map((event) => event.type)).toEqual(['message.accepted', 'message.queued']);
  expect(await countOf(world, 'messages', business.id)).toBe(1);
});
