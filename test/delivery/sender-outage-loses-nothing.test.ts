import { aNewBusiness, append, pushFor, sendsOf } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { freePorts, startPostgres } from '../fixtures/servers';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const EMAILS = 200;

let postgres: Postgres;
let startAgain: () => Promise<Postgres>;
let providers: Providers;
let world: World;
beforeAll(async () => {
  const { LOCAL_POSTGRES_PORT: port } = await freePorts();
  startAgain = () => startPostgres({ home: sharedServers().home, name: 'postgres-under-senders', port });
  [postgres, providers] = await Promise.all([startAgain(), openProviders()]);
  const env = { ...providers.env, EMAILS_PER_SECOND: '60' };
  world = await openWorld({ partitions: 2, postgresUrl: postgres.url, env });
});
afterAll(async () => {
  await world.close();
  await postgres.stop();
  await providers.close();
});

test('while the database is down nothing is submitted, and when it is back every email is sent once', async () => {
  const business = aNewBusiness({ recipient_daily_emails: EMAILS });
  const [ledger, sender] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'email-sender')];
  const [, url] = await Promise.all([ledger.ready(), sender.ready()]);
  await append(world, [
    business.creation,
    ...Array.from({ length: EMAILS }, (_, index) => pushFor(business.id, `Order ${index}`)),
  ]);
  await until('some are sent', () => providers.email.arrived.length > EMAILS / 8);

  process.kill(postgres.pid, 'SIGKILL');
  await sender.logged('database or broker unavailable, retrying');
  await until('it reports the outage', async () => (await fetch(`${url}/readyz`)).status === 503);
  expect(providers.email.arrived.length).toBeLessThan(EMAILS);

  postgres = await startAgain();
  await until('all are sent and stored', async () => {
    const sends = await sendsOf(world, business.id);
    return sends.length === EMAILS && sends.every(({ submittedAt }) => submittedAt !== null);
  });
  const arrived = providers.email.arrived.map(({ sendId }) => sendId);
  expect(new Set(arrived).size).toBe(EMAILS);
  expect(arrived).toHaveLength(EMAILS);
  expect(await sender.stop()).toBe(0);
});
