import { countOf, endOfCommands } from '../fixtures/log-client';
import { createBusiness, push } from '../fixtures/merchant';
import { isShown } from '../fixtures/readiness';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let ledger: ServiceProcess;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
  ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
});
afterAll(() => world.close());

test('an instance that is killed during requests loses nothing, and the others still get their replies', async () => {
  const { id, apiKey } = await createBusiness(world);
  const [doomed, staying] = [world.start('ingress'), world.start('ingress')];
  const [doomedUrl, stayingUrl] = await Promise.all([doomed.ready(), staying.ready()]);
  await until('replies arrive', () => isShown(stayingUrl, 'replies', true));

  ledger.freeze();
  const before = await endOfCommands(world);
  const keys = ['a', 'b', 'c', 'd'];
  const abandoned = keys.map((key) => push(doomedUrl, apiKey, `doomed-${key}`).catch(() => 'no answer'));
  const waiting = keys.map((key) => push(stayingUrl, apiKey, `staying-${key}`));
  await until('all are in the log', async () => (await endOfCommands(world)) === before + 2 * keys.length);
  await doomed.kill();
  expect(await Promise.all(abandoned)).toEqual(keys.map(() => 'no answer'));
  const successor = await world.start('ingress').ready();
  expect(await isShown(stayingUrl, 'replies', true)).toBe(true);
  ledger.thaw();

  const answers = await Promise.all(waiting);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  await until('all are applied', async () => (await countOf(world, 'messages', id)) === 2 * keys.length);
  const retried = await Promise.all(keys.map((key) => push(successor, apiKey, `doomed-${key}`)));
  expect(retried.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual(
    keys.map(() => [201, 'true']),
  );
  expect(await countOf(world, 'messages', id)).toBe(2 * keys.length);

  await until('replies arrive at both', async () => {
    const urls = [stayingUrl, successor];
    const pushed = await Promise.all(urls.map((url, n) => push(url, apiKey, `after-${String(n)}`)));
    const shown = await Promise.all(urls.map((url) => isShown(url, 'replies', true)));
    return pushed.every(({ status }) => status === 201) && shown.every(Boolean);
  });
});

test('an ingress is a member of no consumer group, so none rebalances when an instance comes or goes', async () => {
  const services = ['ingress', 'inbox', 'console'].map((role) => world.start(role));
  await Promise.all(services.map((service) => service.ready()));
  expect(await groupsWithMembers()).toEqual(['ledger']);
  await Promise.all(services.map((service) => service.stop()));
});

async function groupsWithMembers(): Promise<string[]> {
  const admin = world.kafka.admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  const described = await admin
    .describeGroups(groups.map(({ groupId }) => groupId))
    .finally(() => admin.disconnect());
  return described.groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
}
