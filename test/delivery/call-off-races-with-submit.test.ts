import { topics } from '../../schemas/topics';
import {
  aNewBusiness,
  append,
  balanceOf,
  commandFor,
  countOf,
  PAID_CHANNELS,
  paidPush,
  readCommitted,
  sendsOf,
  topUpOf,
} from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const TEXTS = 150;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ partitions: 2, env: { ...providers.env, SMS_PER_SECOND: '20' } });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('each text that is retracted while texts go out is either submitted and charged or cancelled and refunded (NUDGE-4)', async () => {
  const business = aNewBusiness({ ...PAID_CHANNELS, whatsapp_mode: 'off' });
  const [ledger, sender] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'sms-sender')];
  await Promise.all([ledger.ready(), sender.ready()]);
  await append(world, [
    business.creation,
    topUpOf(business.id, TEXTS),
    ...Array.from({ length: TEXTS }, (_, index) =>
      paidPush(business.id, {
        recipient_email: `person-${index}@example.com`,
        recipient_phone: `+447700900${String(index).padStart(3, '0')}`,
      }),
    ),
  ]);
  await until('the first texts are sent', () => providers.sms.arrived.length > 10);
  const messages = await until('every push is applied', async () => {
    const applied = await world.database.query<{ id: string }>(
      { name: 'test-messages', text: 'SELECT id FROM messages WHERE business_id = $1 ORDER BY id DESC' },
      [business.id],
    );
    return applied.length === TEXTS && applied;
  });
  // The newest first, so that some are cancelled even if the oldest have all been sent by then.
  for (let retracted = 0; retracted < TEXTS; retracted += 15) {
    const some = messages.slice(retracted, retracted + 15);
    await append(
      world,
      some.map(({ id }) => commandFor(business.id, { RetractMessage: { message_id: id } })),
    );
  }

  const texts = await until('every text has been submitted or cancelled', async () => {
    const all = (await sendsOf(world, business.id)).filter(({ channel }) => channel === 'sms');
    const isSettled = all.every(({ state, submittedAt }) => state === 'cancelled' || submittedAt !== null);
    return isSettled ? all : undefined;
  });
  const arrived = providers.sms.arrived.map(({ sendId }) => sendId);
  const called = texts.filter(({ state }) => state === 'cancelled');
  const submitted = texts.filter(({ state }) => state !== 'cancelled');
  expect(new Set(arrived)).toEqual(new Set(submitted.map(({ id }) => id)));
  expect(arrived).toHaveLength(submitted.length);
  expect([
    called.every(({ credits }) => credits === 0),
    submitted.every(({ credits }) => credits === 1),
  ]).toEqual([true, true]);
  expect(Math.min(called.length, submitted.length)).toBeGreaterThan(0);
  expect(await balanceOf(world, business.id)).toBe(called.length);
  expect(await countOf(world, 'credit_entries', business.id)).toBe(1 + TEXTS + called.length);
  const handedOver = (await readCommitted(world, topics.sendsSms)).map(({ send_id }) => send_id);
  expect(new Set(handedOver)).toEqual(new Set(texts.map(({ id }) => id)));
});
