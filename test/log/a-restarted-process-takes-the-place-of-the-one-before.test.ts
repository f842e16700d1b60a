import { push, operate } from '../fixtures/merchant';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

/** Longer than a test waits, so a process that has to wait for such a session to expire fails the test. */
const NEVER_ENDS = { SESSION_TIMEOUT_MS: '300000' };
/** Long enough for a machine that pauses. Heartbeats still report a change of the group quickly. */
const STEADY = { SESSION_TIMEOUT_MS: '60000' };

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
});
afterAll(() => world.close());

test('a ledger that is killed and restarted gets its partitions back before the old session expires', async () => {
  const killed = startLedger({ ...NEVER_ENDS, INSTANCE_NAME: 'one' });
  const [ingress, operator] = await Promise.all(
    [world.start('ingress'), world.start('console'), killed].map((service) => service.ready()),
  );
  const made = await operate(`${operator!}/admin/v1/businesses`, { method: 'POST', body: { name: 'Bloom' } });
  const before = await membersOf('ledger');
  expect(before).toHaveLength(1);

  await killed.kill();
  expect(await membersOf('ledger')).toEqual(before);
  const restarted = startLedger({ ...NEVER_ENDS, INSTANCE_NAME: 'one' });
  await restarted.ready();
  const after = await membersOf('ledger');
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect((await push(ingress!, made.body['api_key'] as string, 'after')).status).toBe(201);
  await restarted.stop();
});

test('a restart takes over only the membership of its own name, and no other member loses its place', async () => {
  const siblings = [startLedger({ ...STEADY, INSTANCE_NAME: 'two' }), startLedger(STEADY)];
  await Promise.all(siblings.map((sibling) => sibling.ready()));
  const theirs = await until('both are members', async () => {
    const members = await membersOf('ledger');
    return members.length === 2 && members;
  });

  const killed = startLedger({ ...NEVER_ENDS, INSTANCE_NAME: 'one' });
  await killed.ready();
  const [itsOwn] = (await membersOf('ledger')).filter((member) => !theirs.includes(member));
  await killed.kill();
  const started = [startLedger({ ...STEADY, INSTANCE_NAME: 'one' }), startLedger(STEADY)];
  await Promise.all(started.map((ledger) => ledger.ready()));

  const members = await membersOf('ledger');
  expect(members).toEqual(expect.arrayContaining(theirs));
  expect(members).not.toContain(itsOwn);
  await Promise.all([...siblings, ...started].map((ledger) => ledger.stop()));
});

function startLedger(settings: Readonly<Record<string, string>>): ServiceProcess {
  return world.startWith(settings, 'pipeline', 'ledger');
}

async function membersOf(group: string): Promise<string[]> {
  const admin = world.kafka.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([group]).finally(() => admin.disconnect());
  return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId)).sort();
}
