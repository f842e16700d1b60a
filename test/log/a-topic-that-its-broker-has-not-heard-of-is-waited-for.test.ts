import { topics } from '../../schemas/topics';
import { openAdmin } from '../../streams/runtime/kafka/kafka-client';
import { setUpTopics } from '../../streams/runtime/kafka/topic-setup';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1, proxied: true });
});
afterAll(() => world.close());

test('set-up waits until the broker knows the topics that it has just created', async () => {
  const { name } = topics.timers;
  const admin = await openAdmin(world.kafka);
  const isThere = async () => (await admin.listTopics()).includes(name);
  await admin.deleteTopics({ topics: [name] });
  await until('the topic is gone', async () => !(await isThere()));

  world.proxy!.hideTopics(true);
  const settingUp = setUpTopics(world.kafka, { partitions: 1, replication: 1 });
  await until('the topic is created', isThere);
  await until('the broker was asked for it and did not know it', () => world.proxy!.hidden > 0);
  world.proxy!.hideTopics(false);
  await settingUp;
  await admin.disconnect();
});
