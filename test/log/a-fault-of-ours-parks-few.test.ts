import { MOST_PARKED_IN_A_ROW } from '../../streams/runtime/commands/parking-brake';
import { aNewBusiness, append, balanceOf, countOf, topUpOf } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('when every command fails, a few are parked; the others wait, with an alarm, until one can be applied (HAZ-23)', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const url = await ledger.ready();
  const business = aNewBusiness();
  await append(world, [business.creation]);
  await until('the business exists', async () => (await balanceOf(world, business.id)) === 0);
  await run('ALTER TABLE credit_entries ADD CONSTRAINT planted_defect CHECK (amount < 0)');

  const waiting = 4;
  await append(
    world,
    Array.from({ length: MOST_PARKED_IN_A_ROW + waiting }, () => topUpOf(business.id, 1)),
  );
  const alarm = await ledger.logged('several commands in a row failed: parking is paused');
  expect(alarm).toMatchObject({ level: 'error' });
  await until('it is unready', async () => (await fetch(`${url}/readyz`)).status === 503);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('ledger_parking_paused 1');

  await run('ALTER TABLE credit_entries DROP CONSTRAINT planted_defect');
  await until('the others are applied', async () => (await balanceOf(world, business.id)) === waiting);
  expect(await countOf(world, 'dead_letters', business.id)).toBe(MOST_PARKED_IN_A_ROW);
  await until('it is ready again', async () => (await fetch(`${url}/readyz`)).ok);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('ledger_parking_paused 0');
});

async function run(text: string): Promise<void> {
  await world.database.query({ name: `test-run-${text.slice(0, 40)}`, text }, []);
}
