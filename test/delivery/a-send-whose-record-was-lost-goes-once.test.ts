import { topics } from '../../schemas/topics';
import { LostSends } from '../../streams/sender/lost-sends';
import { openLedgerDatabase } from '../fixtures/ledger-database';
import { aNewBusiness, append, balanceOf, paidPush, sendsOf, topUpOf } from '../fixtures/log-client';
import { passTime } from '../fixtures/pass-time';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const HOUR_MS = 3_600_000;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({
    env: { ...providers.env, CLOCK: 'movable', SUBMISSION_TIMEOUT_MS: '10000' },
  });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a text whose record is gone from the topic is sent once, hours later, and costs its credit once', async () => {
  const business = aNewBusiness({ sms_mode: 'on' });
  await append(world, [business.creation, topUpOf(business.id, 5), paidPush(business.id)]);
  const lost = await until('the text is queued', async () =>
    (await sendsOf(world, business.id)).find(({ channel }) => channel === 'sms'),
  );
  await until('its record is in the topic', async () => (await forgetRecords()) > 0);

  const senders = [1, 2].map(() => world.start('pipeline', 'sms-sender'));
  await Promise.all(senders.map((sender) => sender.ready()));
  await append(world, [paidPush(business.id, { subject: 'Another order' })]);
  await until('another text is sent', () => providers.sms.arrived.length === 1);
  expect(providers.sms.arrived.map(({ sendId }) => sendId)).not.toContain(lost.id);

  await passTime(world.database, 7 * HOUR_MS);
  const sent = await until('the lost one is sent as well', async () =>
    (await sendsOf(world, business.id)).find(({ id, submittedAt }) => id === lost.id && submittedAt !== null),
  );
  expect(sent).toMatchObject({ state: 'queued', attempt: 1, credits: 1 });
  expect(await Promise.all(senders.map((sender) => sender.stop()))).toEqual([0, 0]);
  expect(providers.sms.arrived.filter(({ sendId }) => sendId === lost.id)).toHaveLength(1);
  expect(await balanceOf(world, business.id)).toBe(3);
});

test('only sends queued for hours, without an attempt or a timer, for a recipient who still exists are found', async () => {
  const database = await openLedgerDatabase();
  const now = Date.now();
  const lost = { recipient: 'rcp', channel: 'sms', state: 'queued', queuedAt: now - 7 * HOUR_MS };
  const sends: Record<string, typeof lost & { skipped?: string; error?: string; submittedAt?: Date }> = {
    lost,
    'lost before': { ...lost, queuedAt: now - 170 * HOUR_MS },
    young: { ...lost, queuedAt: now - HOUR_MS },
    'of last season': { ...lost, queuedAt: now - 100 * 24 * HOUR_MS },
    "another channel's": { ...lost, channel: 'email' },
    "an erased person's": { ...lost, recipient: 'gone' },
    cancelled: { ...lost, state: 'cancelled' },
    skipped: { ...lost, state: 'skipped', skipped: 'stopped' },
    refused: { ...lost, state: 'rejected', error: 'sms.submit_refused' },
    submitted: { ...lost, submittedAt: new Date(now) },
    attempted: lost,
    'to be tried again': lost,
  };
  await database.query(MESSAGE, [new Date(now)]);
  await database.query(RECIPIENT, [new Date(now)]);
  for (const [id, send] of Object.entries(sends)) {
    const { recipient, channel, state, queuedAt, skipped = null, error = null, submittedAt = null } = send;
    await database.query(SEND, [
      id,
      recipient,
      channel,
      state,
      new Date(queuedAt),
      skipped,
      error,
      submittedAt,
    ]);
  }
  await database.query(ATTEMPT, [new Date(now)]);
  await database.query(RETRY, [new Date(now)]);
  const lostSends = new LostSends({ database, channel: 'sms' });
  const find = async (wallMs: number, ours: readonly string[] = []): Promise<string[]> => {
    const found = await lostSends.find({ nowMs: now, wallMs }, ({ sendId }) => ours.includes(sendId));
    return found.map(({ sendId }) => sendId);
  };
  expect(await find(0, ['lost'])).toEqual(['lost before']);
  expect(await find(1)).toEqual(['lost']);
  expect(await find(2)).toEqual([]);
  expect(await find(HOUR_MS + 2)).toEqual(['lost before', 'lost']);
  await database.close();
});

/** Deletes the records, as a week without a sender would. Returns how many there were. */
async function forgetRecords(): Promise<number> {
  const topic = topics.sendsSms.name;
  const admin = world.kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }));
  await admin.deleteTopicRecords({ topic, partitions });
  await admin.disconnect();
  return offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
}

const MESSAGE = {
  name: 'test-message',
  text: `
    INSERT INTO messages (business_id, id, recipient_id, kind, status, subject, body, nudged, created_at, updated_at)
    VALUES ('biz', 'msg', 'rcp', 'one_off', 'active', '', '', true, $1, $1)`,
};
const RECIPIENT = {
  name: 'test-recipient',
  text: "INSERT INTO recipients (business_id, id, email, created_at) VALUES ('biz', 'rcp', '', $1)",
};
const SEND = {
  name: 'test-send',
  text: `
    INSERT INTO sends (business_id, id, message_id, recipient_id, channel, state, created_at, updated_at, queued_at,
      skipped_reason, error_code, submitted_at)
    VALUES ('biz', $1, 'msg', $2, $3, $4, $5, $5, $5, $6, $7, $8)`,
};
const ATTEMPT = {
  name: 'test-attempt',
  text: `
    INSERT INTO send_attempts (business_id, send_id, attempt, sender, started_at)
    VALUES ('biz', 'attempted', 1, 'dead/1', $1)`,
};
const RETRY = {
  name: 'test-retry',
  text: `
    INSERT INTO timers (business_id, subject_id, kind, due_at, partition)
    VALUES ('biz', 'to be tried again', 'retry', $1, 0)`,
};
