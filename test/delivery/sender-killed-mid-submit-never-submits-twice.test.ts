import {
  aNewBusiness,
  append,
  balanceOf,
  PAID_CHANNELS,
  paidPush,
  sendsOf,
  topUpOf,
  type SendRow,
} from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, SUBMISSION_TIMEOUT_MS: '6000', SUBMISSIONS_IN_FLIGHT: '20' };
  world = await openWorld({ partitions: 2, env });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('what a killed sender was submitting is never submitted again, and its credit stays spent (NUDGE-6)', async () => {
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
  await until(
    'both are being submitted',
    () => arrivedOf('email').length === 1 && arrivedOf('sms').length === 1,
  );
  await doomed.kill();
  providers.email.behave('accept');
  providers.sms.behave('accept');

  const successor = world.start('pipeline', 'email-sender', 'sms-sender');
  await successor.ready();
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
  expect(await successor.stop()).toBe(0);
});

test('senders that are killed again and again submit every email at most once and lose none', async () => {
  const EMAILS = 240;
  const business = aNewBusiness({ recipient_daily_emails: EMAILS });
  const before = arrivedOf('email').length;
  const newOnes = (): string[] => arrivedOf('email').slice(before);
  await append(world, [
    business.creation,
    ...Array.from({ length: EMAILS }, (_, index) => paidPush(business.id, { subject: `Order ${index}` })),
  ]);
  for (const share of [0.15, 0.4, 0.65]) {
    const doomed = world.startWith({ EMAILS_PER_SECOND: '60' }, 'pipeline', 'email-sender');
    await until('some more have arrived', () => newOnes().length > share * EMAILS);
    await doomed.kill();
  }
  world.start('pipeline', 'email-sender');
  const ended = await until('all have ended', async () => {
    const sends = await sendsOf(world, business.id);
    const open = sends.filter(
      (send) => send.state === 'queued' && !isSubmitted(send) && !waitsToTryAgain(send),
    );
    return sends.length === EMAILS && open.length === 0 ? sends : undefined;
  });
  const arrived = newOnes();
  expect(new Set(arrived).size).toBe(arrived.length);
  for (const send of ended) {
    // The outcome of an open submission is unknown. For every other send it is certain whether the provider has it.
    if (isSubmitted(send)) expect(arrived).toContain(send.id);
    else if (waitsToTryAgain(send)) expect(arrived).not.toContain(send.id);
    else expect(send.errorCode).toBe('outcome_unknown');
  }
});

function isSubmitted({ submittedAt }: SendRow): boolean {
  return submittedAt !== null;
}

/**
 * On a busy machine a mail may not get through in time. Then it was certainly not sent, and is due again in a minute.
 */
function waitsToTryAgain({ state, attempt }: SendRow): boolean {
  return state === 'queued' && attempt > 1;
}

function arrivedOf(channel: 'email' | 'sms'): string[] {
  return providers[channel].arrived.map(({ sendId }) => sendId);
}
