import { aNewBusiness, append, PAID_CHANNELS, paidPush, sendsOf, topUpOf } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const PUSHES = 60;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, SUBMISSION_TIMEOUT_MS: '120000', SUBMISSIONS_IN_FLIGHT: '10' };
  world = await openWorld({ partitions: 2, env });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a carrier that hangs delays its own texts and nothing else, even if all channels share a process', async () => {
  providers.sms.behave('hang');
  const business = aNewBusiness(PAID_CHANNELS);
  const ledger = world.start('pipeline', 'ledger');
  const senders = world.start('pipeline', 'email-sender', 'sms-sender', 'whatsapp-sender');
  await Promise.all([ledger.ready(), senders.ready()]);
  await append(world, [
    business.creation,
    topUpOf(business.id, 2 * PUSHES),
    ...Array.from({ length: PUSHES }, (_, index) =>
      paidPush(business.id, {
        recipient_email: `person-${index}@example.com`,
        recipient_phone: `+4477009001${String(index).padStart(2, '0')}`,
      }),
    ),
  ]);

  const sends = await until('all emails and WhatsApp messages are sent', async () => {
    const all = await sendsOf(world, business.id);
    const others = all.filter(({ channel }) => channel !== 'sms');
    const isOut = others.length === 2 * PUSHES && others.every(({ submittedAt }) => submittedAt !== null);
    return isOut ? all : undefined;
  });
  const texts = sends.filter(({ channel }) => channel === 'sms');
  expect(texts).toHaveLength(PUSHES);
  expect(texts.every(({ state, submittedAt }) => state === 'queued' && submittedAt === null)).toBe(true);
  // Open submissions are limited by the slots of the sender, and one business never gets all of them.
  expect(providers.sms.arrived.length).toBeLessThanOrEqual(8);
});
