import { aNewBusiness, append, balanceOf, PAID_CHANNELS, paidPush, sendsOf, topUpOf } from './log-client';
import { openProviders, type Providers } from './providers';
import { until } from './until';
import { openWorld, type World } from './world';

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, SUBMISSION_TIMEOUT_MS: '3000', SUBMISSIONS_IN_FLIGHT: '20' };
  world = await openWorld({ partitions: 2, env });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('what was on the line when its sender was killed is never submitted again, and its credit stays spent', async () => {
  const business = aNewBusiness({ ...PAID_CHANNELS, whatsapp_mode: 'off' });
  providers.email.behave('hang');
  providers.sms.behave('hang');
  const doomed = world.start('pipeline', 'email-sender', 'sms-sender');
  await doomed.ready();
  await append(world, [
    business.creation,
    topUpOf(business.id, 5),
    paidPush(business.id, { channels: ['sms'] }),
  ]);
  await until('both are on the line', () => arrivedOf('email').length === 1 && arrivedOf('sms').length === 1);
  await doomed.kill();
  providers.email.behave('accept');
  providers.sms.behave('accept');

  await world.start('pipeline', 'email-sender', 'sms-sender').ready();
  const ended = await until('both are given up', async () => {
    const sends = await sendsOf(world, business.id);
    return sends.every(({ state }) => state === 'failed') ? sends : undefined;
  });
  expect(ended).toMatchObject([
    { channel: 'email', errorCode: 'outcome_unknown' },
    { channel: 'sms', errorCode: 'sms.submit_outcome_unknown', credits: 1 },
  ]);
  expect([arrivedOf('email').length, arrivedOf('sms').length]).toEqual([1, 1]);
  expect(await balanceOf(world, business.id)).toBe(4);
});

test('senders killed again and again amid their work submit every email once at most, and lose none', async () => {
  const EMAILS = 240;
  const business = aNewBusiness();
  const before = arrivedOf('email').length;
  const newOnes = (): string[] => arrivedOf('email').slice(before);
  await append(world, [
    business.creation,
    ...Array.from({ length: EMAILS }, (_, index) => paidPush(business.id, { subject: `Order ${index}` })),
  ]);
  for (const share of [0.15, 0.4, 0.65]) {
    const doomed = world.startWith({ EMAILS_PER_SECOND: '60' }, 'pipeline', 'email-sender');
    await until('some more have arrived', () => newOnes().length > share * EMAILS, 40_000);
    await doomed.kill();
  }
  world.start('pipeline', 'email-sender');
  const ended = await until(
    'all have ended',
    async () => {
      const sends = await sendsOf(world, business.id);
      const open = sends.filter(({ state, submittedAt }) => state === 'queued' && submittedAt === null);
      return sends.length === EMAILS && open.length === 0 ? sends : undefined;
    },
    40_000,
  );
  const arrived = newOnes();
  expect(new Set(arrived).size).toBe(arrived.length);
  for (const { id, submittedAt, errorCode } of ended) {
    // Of what was on the line nobody knows; of everything else the provider has it.
    if (submittedAt === null) expect(errorCode).toBe('outcome_unknown');
    else expect(arrived).toContain(id);
  }
}, 180_000);

function arrivedOf(channel: 'email' | 'sms'): string[] {
  return providers[channel].arrived.map(({ sendId }) => sendId);
}
