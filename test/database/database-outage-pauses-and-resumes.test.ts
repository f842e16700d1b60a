import { aNewBusiness, append, balanceOf, countOf, outboxSize, topUpOf } from '../fixtures/log-client';
import { freePorts, startPostgres } from '../fixtures/servers';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

let postgres: Postgres;
let startAgain: () => Promise<Postgres>;
let world: World;
beforeAll(async () => {
  const { LOCAL_POSTGRES_PORT: port } = await freePorts();
  startAgain = () => startPostgres({ home: sharedServers().home, name: 'postgres-that-fails', port });
  postgres = await startAgain();
  world = await openWorld({ partitions: 2, postgresUrl: postgres.url });
});
afterAll(async () => {
  await world.close();
  await postgres.stop();
});

test('while the database is down nothing is lost or parked, and the same process goes on when it is back (HAZ-23)', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const url = await ledger.ready();
  const business = aNewBusiness();
  await append(world, [business.creation, topUpOf(business.id, 1)]);
  await until('it works', async () => (await balanceOf(world, business.id)) === 1);

  process.kill(postgres.pid, 'SIGKILL');
  await append(
    world,
    Array.from({ length: 50 }, () => topUpOf(business.id, 1)),
  );
  await ledger.logged('database or broker unavailable, retrying');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);

  postgres = await startAgain();
  await until('the waiting commands are applied', async () => (await balanceOf(world, business.id)) === 51);
  await until('it is ready again', async () => (await fetch(`${url}/readyz`)).ok);
  expect(await countOf(world, 'credit_entries', business.id)).toBe(51);
  expect(await countOf(world, 'dead_letters', business.id)).toBe(0);
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);
  expect(await ledger.stop()).toBe(0);
});
