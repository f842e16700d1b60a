import { topics } from '../../schemas/topics';
import {
  aNewBusiness,
  append,
  balanceOf,
  countOf,
  PAID_CHANNELS,
  paidPush,
  readCommitted,
  sendsOf,
  topUpOf,
} from '../fixtures/log-client';
import { openPlayedSenders, type PlayedSenders } from '../fixtures/played-senders';
import { callbackOf, CALLBACKS_ENV, deliver } from '../fixtures/provider-callbacks';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let stage: PlayedSenders;
let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, ...CALLBACKS_ENV, SUBMISSION_TIMEOUT_MS: '20000' };
  [stage, world] = await Promise.all([openPlayedSenders(), openWorld({ partitions: 1, env })]);
});
afterAll(async () => {
  await Promise.all([stage.close(), world.close()]);
  await providers.close();
});

test('report-overtakes-result: a report that arrives before its submission is answered is the result (HAZ-16)', async () => {
  const channels = ['email', 'sms', 'whatsapp'] as const;
  for (const channel of channels) providers[channel].behave('hang');
  const names = ['email-sender', 'sms-sender', 'whatsapp-sender'];
  const started = [
    world.start('callbacks'),
    world.start('pipeline', ...names),
    world.start('pipeline', 'ledger'),
  ];
  const [callbacksUrl, sendersUrl] = await Promise.all(started.map((one) => one.ready()));
  const business = aNewBusiness(PAID_CHANNELS);
  await append(world, [business.creation, topUpOf(business.id, 10), paidPush(business.id)]);
  await until('all are being submitted', () =>
    channels.every((name) => providers[name].arrived.length === 1),
  );

  for (const [channel, provider] of [
    ['email', 'sendgrid'],
    ['sms', 'twilio'],
    ['whatsapp', 'meta'],
  ] as const) {
    const report = { ...providers[channel].arrived[0]!, status: 'delivered' };
    expect(await deliver(callbacksUrl!, callbackOf[provider](report))).toBe(200);
  }
  const delivered = () =>
    sendsOf(world, business.id).then((sends) =>
      sends.every(({ state, submittedAt }) => state === 'delivered' && submittedAt !== null),
    );
  await until('all are delivered', delivered);

  // Only now the senders give up on their providers, and their results no longer count.
  await until('all were given up', async () => {
    const metrics = await (await fetch(`${sendersUrl!}/metrics`)).text();
    return channels.every((name) =>
      new RegExp(`^${name}_sender_attempts_total\\{outcome="unknown"\\} 1$`, 'm').test(metrics),
    );
  });
  await append(world, [paidPush(business.id, { notify: false, subject: 'Marker' })]);
  await until('that is applied', async () => (await countOf(world, 'messages', business.id)) === 2);
  expect(await delivered()).toBe(true);
  expect(await balanceOf(world, business.id)).toBe(8);
  const types = await until('all events are published', async () => {
    const types = await eventTypesOf(business.id);
    return types.filter((type) => type === 'message.accepted').length === 2 ? types : undefined;
  });
  expect(types.filter((type) => /\.(submitted|delivered|failed|rejected)$/.test(type)).sort()).toEqual([
    'message.delivered',
    'message.submitted',
    'sms.delivered',
    'sms.submitted',
    'whatsapp.delivered',
    'whatsapp.submitted',
  ]);
});

test.each(['accepted', 'unknown', 'refused', 'throttled', 'not_reached'])(
  'report-overtakes-result: a result that says %s afterwards changes nothing',
  async (outcome) => {
    const nudge = await stage.aNudge();
    await nudge.claim('email', 'sms', 'whatsapp');
    const { businessId, sends } = nudge;
    await deliver(
      stage.callbacksUrl,
      callbackOf.postmark({ businessId, sendId: sends.email, status: 'Delivery' }),
    );
    await deliver(
      stage.callbacksUrl,
      callbackOf.twilio({ businessId, sendId: sends.sms, status: 'undelivered' }),
    );
    await deliver(
      stage.callbacksUrl,
      callbackOf.meta({ businessId, sendId: sends.whatsapp, status: 'read' }),
    );
    const reported = await nudge.delivery();
    expect(reported).toMatchObject({
      delivered: true,
      sms: { state: 'failed', error_code: 'sms.undelivered', submitted_at: expect.any(String) as unknown },
      whatsapp: { state: 'read' },
    });
    for (const channel of ['email', 'sms', 'whatsapp'] as const) await nudge.result(channel, outcome);
    expect(await nudge.delivery()).toEqual(reported);
    expect(await nudge.balance()).toBe(8);
    expect((await nudge.published()).merchants).toEqual([
      'message.delivered',
      'sms.failed',
      'whatsapp.delivered',
      'whatsapp.read',
    ]);
  },
);

async function eventTypesOf(businessId: string): Promise<string[]> {
  const read = await Promise.all([
    readCommitted(world, topics.eventsMessage),
    readCommitted(world, topics.eventsSms),
    readCommitted(world, topics.eventsWhatsapp),
  ]);
  return read
    .flat()
    .filter(({ business_id: id }) => id === businessId)
    .map(({ type }) => type);
}
