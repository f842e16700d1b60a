import { aNewBusiness, append, pushFor, sendsOf } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const EMAILS = 120;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, EMAILS_PER_SECOND: '40' };
  world = await openWorld({ partitions: 2, proxied: true, env });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a broker that keeps losing answers and connections costs time, but no email and no outcome', async () => {
  const business = aNewBusiness({ recipient_daily_emails: EMAILS });
  const [ledger, sender] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'email-sender')];
  await Promise.all([ledger.ready(), sender.ready()]);
  await append(world, [
    business.creation,
    ...Array.from({ length: EMAILS }, (_, index) => pushFor(business.id, `Order ${index}`)),
  ]);
  const arrived = (): string[] => providers.email.arrived.map(({ sendId }) => sendId);
  for (const share of [0.1, 0.3, 0.5]) {
    await until('some more are sent', () => arrived().length > share * EMAILS);
    world.proxy!.loseAnswers(12);
  }
  await until('all are sent and their outcomes stored', async () => {
    const sends = await sendsOf(world, business.id);
    return sends.length === EMAILS && sends.every(({ submittedAt }) => submittedAt !== null);
  });
  expect(world.proxy!.lost).toBeGreaterThan(12);
  expect(new Set(arrived()).size).toBe(EMAILS);
  expect(arrived()).toHaveLength(EMAILS);
});
