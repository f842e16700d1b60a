import { findAnswers } from '../../streams/runtime/commands/outcomes';
import { partitionFor } from '../../streams/runtime/kafka/records';
import { aNewBusiness, append, balanceOf, topUpOf, type NewBusiness } from '../fixtures/log-client';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let ledger: ServiceProcess;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
  await world.database.query({ name: 'test-slow-function', text: SLOW_FUNCTION }, []);
  await world.database.query({ name: 'test-slow-trigger', text: SLOW_TRIGGER }, []);
  const DATABASE_URL = `${world.env['DATABASE_URL']!}?statement_timeout=1500`;
  ledger = world.startWith({ DATABASE_URL }, 'pipeline', 'ledger');
  await ledger.ready();
});
afterAll(() => world.close());

/** Takes longer than a statement may, but only for an entry of this amount. */
const SLOW_FUNCTION = `
  CREATE FUNCTION planted_slowness() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_sleep(3600);
    RETURN NEW;
  END $$`;
const SLOW_TRIGGER = `
  CREATE TRIGGER planted_slowness BEFORE INSERT ON credit_entries
  FOR EACH ROW WHEN (NEW.amount = 13) EXECUTE FUNCTION planted_slowness()`;

test('a command whose statement always times out is parked, and all partitions go on, its own included (HAZ-23)', async () => {
  const [slow, other] = [aBusinessOn(0), aBusinessOn(1)];
  const poison = topUpOf(slow.id, 13);
  await append(world, [
    slow.creation,
    other.creation,
    topUpOf(slow.id, 1),
    poison,
    topUpOf(slow.id, 2),
    topUpOf(other.id, 5),
  ]);
  await ledger.logged('a command timed out alone in its transaction, retrying');
  await append(world, [topUpOf(other.id, 1)]);
  await until('the other partition goes on', async () => (await balanceOf(world, other.id)) === 6);
  await until('its own partition goes on', async () => (await balanceOf(world, slow.id)) === 3);

  expect(await deadLetters()).toEqual([
    { commandId: poison.command_id, reason: 'defect', error: 'SQLSTATE 57014' },
  ]);
  const answers = await findAnswers(world.database, [poison.command_id]);
  expect(answers.get(poison.command_id)).toMatchObject({
    status: 500,
    body: '{"error_code":"service.internal_error"}',
  });
});

function aBusinessOn(partition: number): NewBusiness {
  const business = aNewBusiness();
  return partitionFor(business.id, 2) === partition ? business : aBusinessOn(partition);
}

async function deadLetters(): Promise<object[]> {
  const text = 'SELECT command_id AS "commandId", reason, error FROM dead_letters';
  return world.database.query({ name: 'test-letters', text }, []);
}
