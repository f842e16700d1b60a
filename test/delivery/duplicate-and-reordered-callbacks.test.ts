import { openPlayedSenders, type Nudge, type PlayedSenders } from '../fixtures/played-senders';
import { callbackOf, deliver, type Provider } from '../fixtures/provider-callbacks';

let stage: PlayedSenders;
beforeAll(async () => {
  stage = await openPlayedSenders();
});
afterAll(() => stage.close());

const SENT_BY = { postmark: 'email', sendgrid: 'email', twilio: 'sms', meta: 'whatsapp' } as const;

async function submitted(): Promise<Nudge> {
  const nudge = await stage.aNudge();
  await nudge.claim('email', 'sms', 'whatsapp');
  for (const channel of ['email', 'sms', 'whatsapp'] as const) await nudge.result(channel, 'accepted');
  return nudge;
}

async function report(nudge: Nudge, provider: Provider, ...statuses: readonly string[]): Promise<void> {
  for (const status of statuses) {
    const report = { businessId: nudge.businessId, sendId: nudge.sends[SENT_BY[provider]], status };
    expect(await deliver(stage.callbacksUrl, callbackOf[provider](report))).toBe(200);
  }
}

/** Merchants and data teams got each of these events once, and nothing else. */
async function expectPublished(nudge: Nudge, types: readonly string[]): Promise<void> {
  const { merchants, dataTeams } = await nudge.published();
  expect([merchants, dataTeams]).toEqual([types, types]);
}

test('duplicate-and-reordered-callbacks: a delivered text stays delivered, even if a later report differs', async () => {
  const nudge = await submitted();
  await report(nudge, 'twilio', 'delivered', 'delivered', 'sent', 'undelivered', 'failed', 'delivered');
  expect((await nudge.delivery()).sms).toMatchObject({ state: 'delivered', credits: 1, error_code: null });
  expect(await nudge.balance()).toBe(8);
  await expectPublished(nudge, ['sms.delivered']);
});

test('duplicate-and-reordered-callbacks: a failure is published once, and a delivery overrides it', async () => {
  const nudge = await submitted();
  await report(nudge, 'twilio', 'failed', 'undelivered', 'failed');
  expect((await nudge.delivery()).sms).toMatchObject({ state: 'failed', error_code: 'sms.undelivered' });
  await report(nudge, 'twilio', 'delivered', 'failed');
  expect((await nudge.delivery()).sms).toMatchObject({ state: 'delivered', credits: 1, error_code: null });
  expect(await nudge.balance()).toBe(8);
  await expectPublished(nudge, ['sms.delivered', 'sms.failed']);
});

test('duplicate-and-reordered-callbacks: a message that was read counts as delivered', async () => {
  const nudge = await submitted();
  await report(nudge, 'meta', 'read', 'delivered', 'sent', 'read', 'failed');
  const { whatsapp } = await nudge.delivery();
  expect(whatsapp).toMatchObject({
    state: 'read',
    credits: 1,
    error_code: null,
    delivered_at: expect.any(String) as unknown,
    read_at: expect.any(String) as unknown,
  });
  expect(await nudge.balance()).toBe(8);
  await expectPublished(nudge, ['whatsapp.delivered', 'whatsapp.read']);
});

test('duplicate-and-reordered-callbacks: an email keeps every report about it, each once', async () => {
  const nudge = await submitted();
  await report(nudge, 'postmark', 'SpamComplaint', 'HardBounce', 'Delivery', 'SpamComplaint', 'HardBounce');
  await report(nudge, 'sendgrid', 'delivered', 'bounce', 'spamreport');
  expect(await nudge.delivery()).toMatchObject({ delivered: true, bounced: true, complained: true });
  await expectPublished(nudge, ['message.bounced', 'message.complained', 'message.delivered']);
});

test('duplicate-and-reordered-callbacks: a delivery after an unknown outcome shows delivered and costs nothing more', async () => {
  const nudge = await stage.aNudge();
  await nudge.claim('email', 'sms', 'whatsapp');
  for (const channel of ['email', 'sms', 'whatsapp'] as const) await nudge.result(channel, 'unknown');
  expect(await nudge.delivery()).toMatchObject({
    failed: { reason: 'outcome_unknown' },
    sms: { state: 'failed', error_code: 'sms.submit_outcome_unknown', credits: 1 },
    whatsapp: { state: 'failed', error_code: 'whatsapp.submit_outcome_unknown', credits: 1 },
  });
  for (const status of ['delivered', 'delivered']) {
    await report(nudge, 'sendgrid', status);
    await report(nudge, 'twilio', status);
    await report(nudge, 'meta', status);
  }
  expect(await nudge.delivery()).toMatchObject({
    delivered: true,
    failed: null,
    sms: { state: 'delivered', error_code: null, credits: 1 },
    whatsapp: { state: 'delivered', error_code: null, credits: 1 },
  });
  expect(await nudge.balance()).toBe(8);
  await expectPublished(nudge, [
    'message.delivered',
    'message.failed',
    'sms.delivered',
    'sms.failed',
    'whatsapp.delivered',
    'whatsapp.failed',
  ]);
});

test('duplicate-and-reordered-callbacks: when all arrive at once, several times, each outcome is published once', async () => {
  const nudge = await submitted();
  const floods = Array.from({ length: 4 }, () => [
    report(nudge, 'postmark', 'Delivery', 'SoftBounce'),
    report(nudge, 'twilio', 'delivered'),
    report(nudge, 'meta', 'delivered', 'read'),
  ]);
  await Promise.all(floods.flat());
  expect(await nudge.delivery()).toMatchObject({
    delivered: true,
    bounced: true,
    sms: { state: 'delivered', credits: 1 },
    whatsapp: { state: 'read', credits: 1 },
  });
  expect(await nudge.balance()).toBe(8);
  await expectPublished(nudge, [
    'message.bounced',
    'message.delivered',
    'sms.delivered',
    'whatsapp.delivered',
    'whatsapp.read',
  ]);
});
