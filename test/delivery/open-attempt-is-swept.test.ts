import type { UnaskedCommand } from '../../streams/runtime/commands/command-writer';
import { Sweep } from '../../streams/sender/sweep';
import { openLedgerDatabase } from '../fixtures/ledger-database';
import { aNewBusiness, append, pushFor, sendsOf, type SendRow } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const TIMEOUT_MS = 4_000;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({
    partitions: 1,
    env: { ...providers.env, SUBMISSION_TIMEOUT_MS: String(TIMEOUT_MS) },
  });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('another sender closes the attempts that a dead sender left open, none too early, and repeats none (PROV-7)', async () => {
  const business = aNewBusiness();
  await append(world, [
    business.creation,
    ...['old', 'new', 'skipped'].map((subject) => pushFor(business.id, subject)),
  ]);
  const sends = await until('all are queued', async () => {
    const queued = await sendsOf(world, business.id);
    return queued.length === 3 ? queued : undefined;
  });
  const startedAt = Date.now();
  await leaveOpen(business.id, sends[0]!, new Date(startedAt - 3_600_000));
  await leaveOpen(business.id, sends[1]!, new Date(startedAt));
  await leaveOpen(business.id, sends[2]!, new Date(startedAt - 3_600_000), 'sending_paused');

  await world.start('pipeline', 'email-sender').ready();
  const swept = await until('the old ones are closed', async () => {
    const [old, , skipped] = await sendsOf(world, business.id);
    return old?.state !== 'queued' && skipped?.state !== 'queued' ? [old, skipped] : undefined;
  });
  expect(swept).toMatchObject([
    { state: 'failed', errorCode: 'outcome_unknown' },
    { state: 'skipped', skippedReason: 'sending_paused' },
  ]);

  await until(
    'the new one is closed',
    async () => (await sendsOf(world, business.id))[1]?.state === 'failed',
  );
  expect(Date.now() - startedAt).toBeGreaterThan(TIMEOUT_MS);
  expect(providers.email.arrived).toEqual([]);
});

test('a sweep reports what its own channel still waits for, oldest first, and nothing that a report cannot end (HAZ-17)', async () => {
  const database = await openLedgerDatabase();
  const [now, old, older] = [0, 60_000, 120_000].map((agoMs) => new Date(Date.now() - agoMs));
  const open = { channel: 'sms', state: 'queued', attempt: 2, startedAt: old, outcome: null, parkedAt: null };
  const attempts = {
    old: open,
    older: { ...open, startedAt: older },
    young: { ...open, startedAt: now },
    "another channel's": { ...open, channel: 'email' },
    ended: { ...open, state: 'failed' },
    'tried again since': { ...open, attempt: 3 },
    reported: { ...open, outcome: 'accepted' },
    'put aside': { ...open, parkedAt: old },
  };
  for (const [id, { channel, state, attempt, startedAt, outcome, parkedAt }] of Object.entries(attempts)) {
    await database.query(SEND, [id, channel, state, attempt, old]);
    await database.query(SECOND_ATTEMPT, [id, startedAt, outcome, parkedAt]);
  }
  const reported: unknown[] = [];
  const write = async (commands: readonly UnaskedCommand[]) => {
    reported.push(...commands.map(({ business_id, body }) => ({ business_id, body })));
  };
  const sweep = new Sweep({ database, commands: { write }, channel: 'sms', openForMs: 30_000 });
  await sweep.run({ nowMs: Date.now(), wallMs: Date.now() }, () => false);
  expect(reported).toMatchObject([
    { business_id: 'biz', body: { ReportAttempt: { send_id: 'older', attempt: 2, outcome: 'unknown' } } },
    { business_id: 'biz', body: { ReportAttempt: { send_id: 'old', attempt: 2, outcome: 'unknown' } } },
  ]);
  await database.close();
});

const SEND = {
  name: 'test-send',
  text: `
    INSERT INTO sends (business_id, id, message_id, recipient_id, channel, state, attempt, created_at, updated_at)
    VALUES ('biz', $1, 'msg', 'rcp', $2, $3, $4, $5, $5)`,
};
const SECOND_ATTEMPT = {
  name: 'test-second-attempt',
  text: `
    INSERT INTO send_attempts (business_id, send_id, attempt, sender, started_at, outcome, parked_at)
    VALUES ('biz', $1, 2, 'dead/1', $2, $3, $4)`,
};

async function leaveOpen(
  businessId: string,
  send: SendRow,
  startedAt: Date,
  skippedReason: string | null = null,
): Promise<void> {
  await world.database.query(
    {
      name: 'test-leave-open',
      text: `
        INSERT INTO send_attempts (business_id, send_id, attempt, sender, started_at, skipped_reason)
        VALUES ($1, $2, 1, 'dead/1', $3, $4)`,
    },
    [businessId, send.id, startedAt, skippedReason],
  );
}
