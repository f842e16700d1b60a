import { Client } from 'pg';
import { partitionFor } from '../../streams/runtime/kafka/records';
import { aNewBusiness, append, balanceOf, topUpOf, type NewBusiness } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
});
afterAll(() => world.close());

test('a ledger that is stopped during its housekeeping keeps no command waiting', async () => {
  const businesses = [0, 1].map(aBusinessIn);
  const [first, second] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'ledger')];
  await Promise.all([first.ready(), second.ready()]);
  await append(
    world,
    businesses.map(({ creation }) => creation),
  );

  const lock = await lockedAutoReplies();
  await until('the housekeeping of both ledgers waits for the lock', async () => (await waiting()) >= 2);
  const ended = first.stop();
  for (const { id } of businesses) {
    await append(world, [topUpOf(id, 1)]);
    await until('its commands are applied', async () => (await balanceOf(world, id)) === 1);
  }
  await lock.end();
  expect(await ended).toBe(0);
});

function aBusinessIn(partition: number): NewBusiness {
  const business = aNewBusiness();
  return partitionFor(business.id, world.partitions) === partition ? business : aBusinessIn(partition);
}

/** A push does not write to this table, so only the housekeeping waits for it. */
async function lockedAutoReplies(): Promise<Client> {
  const client = new Client(world.env['DATABASE_URL']);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE auto_replies IN ACCESS EXCLUSIVE MODE');
  return client;
}

async function waiting(): Promise<number> {
  const rows = await world.database.query(WAITING, []);
  return rows.length;
}

const WAITING = {
  name: 'test-housekeeping-waits',
  text: `
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'ledger' AND wait_event_type = 'Lock'`,
};
