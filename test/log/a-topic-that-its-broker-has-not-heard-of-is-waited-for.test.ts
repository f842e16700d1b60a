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

test('the set-up waits for a broker that does not know yet of the topics that were just made', async () => {
  const { name } = topics.timers;
  const admin = await openAdmin(world.kafka);
  const isThere = async () => (await admin.listTopics()).includes(name);
  await admin.deleteTopics({ topics: [name] });
  await until('the topic is gone', async () => !(await isThere()));

  world.proxy!.hideTopics(true);
  const settingUp = setUpTopics(world.kafka, { partitions: 1, replication: 1 });
  await until('the topic is made', isThere);
  await until('it was asked for in vain', () => world.proxy!.hidden > 0);
  world.proxy!.hideTopics(false);
  await settingUp;
  await admin.disconnect();
});
