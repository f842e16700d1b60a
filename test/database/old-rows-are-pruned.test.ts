import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { forgetExpired } from '../../streams/ledger/housekeeping/forget';
import { pruneOld } from '../../streams/ledger/housekeeping/prune';
import { createDispatcherStore } from '../../streams/webhook-dispatcher/store';
import { openLedgerDatabase } from '../fixtures/ledger-database';

const NOW = Date.UTC(2026, 10, 15, 12);
const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(NOW - days * DAY_MS);

let database: PostgresDatabase;
beforeAll(async () => {
  database = await openLedgerDatabase();
});
afterAll(() => database.close());

test('counters of days and months are dropped when the month before last is over', async () => {
  const periods = ['2025-12', '2026-09', '2026-09-30', '2026-10', '2026-10-01', '2026-11', '2026-11-15'];
  for (const period of periods) {
    await insert('send_counters', { business_id: 'biz', counter: 'emails', period, used: 1 });
  }
  await pruneOld(database, NOW);
  expect(await column('send_counters', 'period')).toEqual(['2026-10', '2026-10-01', '2026-11', '2026-11-15']);
});

test('the count of emails to one person is dropped after the next day, and the counters beside it stay', async () => {
  for (const period of ['2026-11-13', '2026-11-14', '2026-11-15']) {
    for (const counter of ['emails_to aGFzaA==', 'emails_today']) {
      await insert('send_counters', { business_id: 'people', counter, period, used: 1 });
    }
  }
  await pruneOld(database, NOW);
  const left =
    "SELECT counter, period FROM send_counters WHERE business_id = 'people' ORDER BY counter, period";
  expect(await database.query({ name: 'test-left', text: left }, [])).toEqual([
    { counter: 'emails_to aGFzaA==', period: '2026-11-14' },
    { counter: 'emails_to aGFzaA==', period: '2026-11-15' },
    { counter: 'emails_today', period: '2026-11-13' },
    { counter: 'emails_today', period: '2026-11-14' },
    { counter: 'emails_today', period: '2026-11-15' },
  ]);
});

test('a short link is dropped long after it expired, because until then it offers a new one (INBOX-3)', async () => {
  for (const days of [-1, 1, 89, 91]) {
    const link = { business_id: 'biz', recipient_id: 'rcp', message_id: 'msg', expires_at: ago(days) };
    await insert('short_links', { code: `code ${String(days)}`, ...link });
  }
  await pruneOld(database, NOW);
  expect(await column('short_links', 'code')).toEqual(['code -1', 'code 1', 'code 89']);
});

test('an unreachable number is dropped when its term is over, and a dead letter after thirty days', async () => {
  await insert('unreachable_numbers', { number_hash: Buffer.from('past'), until: ago(1) });
  await insert('unreachable_numbers', { number_hash: Buffer.from('held'), until: ago(-1) });
  for (const days of [29, 31]) {
    const letter = { partition: 0, log_offset: days, reason: 'defect', error: '', payload: Buffer.alloc(0) };
    await insert('dead_letters', { id: `dlq_${String(days)}`, ...letter, parked_at: ago(days) });
  }
  await pruneOld(database, NOW);
  expect(await column('unreachable_numbers', 'number_hash')).toEqual([Buffer.from('held')]);
  expect(await column('dead_letters', 'id')).toEqual(['dlq_29']);
});

test('an undecodable dead letter is dropped when it can no longer be replayed, because no erasure finds it (ERASE-13)', async () => {
  for (const [log_offset, [id, reason, days]] of [
    ['dlq_unread_young', 'undecodable', 0.99] as const,
    ['dlq_unread_old', 'undecodable', 1.01] as const,
    ['dlq_unread_not', 'defect', 1.01] as const,
  ].entries()) {
    const letter = { partition: 3, log_offset, error: '', payload: Buffer.from('Bob') };
    await insert('dead_letters', { id, reason, ...letter, parked_at: ago(days) });
  }
  await pruneOld(database, NOW);
  const kept = await column('dead_letters', 'id');
  expect(kept.filter((id) => String(id).startsWith('dlq_unread'))).toEqual([
    'dlq_unread_not',
    'dlq_unread_young',
  ]);
});

test('a revoked key is dropped after a day, a key in force never', async () => {
  for (const [name, revoked_at] of [
    ['in force', null],
    ['just now', ago(0.9)],
    ['long ago', ago(1.1)],
  ] as const) {
    const key = { sha256: Buffer.from(name), masked: 'osk_…wxyz', name, created_at: ago(400), revoked_at };
    await insert('api_keys', { business_id: 'biz', id: `key ${name}`, ...key });
  }
  await pruneOld(database, NOW);
  expect(await column('api_keys', 'name')).toEqual(['in force', 'just now']);
});

test('a dead letter that an erasure waits for is kept, because nothing else would finish the erasure (ERASE-13)', async () => {
  const erasing = 'biz erasing';
  const hash = Buffer.alloc(0);
  const begun = { id: 'cmd', kind: 'recipient', address_hash: hash, numbers: '[]', counts: '{}' };
  await insert('erasures', { business_id: erasing, ...begun, started_at: ago(31) });
  for (const [offset, [id, business_id, people, replayed_at]] of [
    ['dlq_erasing', erasing, '[]', null],
    ['dlq_erasing_replayed', erasing, '[]', ago(31)],
    ['dlq_erasing_of_somebody', erasing, '["hash of an address"]', null],
    ['dlq_erasing_elsewhere', 'biz', '[]', null],
  ].entries()) {
    const letter = {
      partition: 1,
      log_offset: offset,
      reason: 'defect',
      error: '',
      payload: Buffer.alloc(0),
    };
    await insert('dead_letters', { id, business_id, people, replayed_at, ...letter, parked_at: ago(31) });
  }
  const kept = async () =>
    (await column('dead_letters', 'id')).filter((id) => String(id).startsWith('dlq_erasing'));
  await pruneOld(database, NOW);
  expect(await kept()).toEqual(['dlq_erasing']);
  await database.query({ name: 'test-erased', text: 'DELETE FROM erasures' }, []);
  await pruneOld(database, NOW);
  expect(await kept()).toEqual([]);
});

test('a row that another transaction has locked is left for the next run and delays nothing', async () => {
  for (const period of ['2019-01', '2019-02']) {
    await insert('send_counters', { business_id: 'biz', counter: 'emails', period, used: 1 });
  }
  const text = `SELECT FROM send_counters WHERE period = '2019-01' FOR UPDATE`;
  const left = async () =>
    (await column('send_counters', 'period')).filter((period) => String(period).startsWith('2019'));
  await database.transaction(async (somebody) => {
    await somebody.query({ name: 'test-lock-counter', text }, []);
    await pruneOld(database, NOW);
    expect(await left()).toEqual(['2019-01']);
  });
  await pruneOld(database, NOW);
  expect(await left()).toEqual([]);
});

test('a run drops a bounded number of old rows, and says when there may be more', async () => {
  for (let row = 0; row < 7; row += 1) {
    await insert('send_counters', {
      business_id: `biz ${String(row)}`,
      counter: 'emails',
      period: '2020-01',
      used: 1,
    });
  }
  const rounds = [];
  for (let more = true; more; rounds.push(more)) more = await pruneOld(database, NOW, 3);
  expect(rounds).toEqual([true, true, false]);
  expect(await column('send_counters', 'period')).not.toContain('2020-01');
});

test("keys go an hour after their 24 hours by the product's clock, other answers after ten minutes of real time", async () => {
  const answer = { business_id: 'biz', status: 200, body: '{}' };
  for (const [name, expires_at] of [
    ['spent', ago(1.1 / 24)],
    ['late', ago(0.9 / 24)],
    ['kept', ago(-0.01)],
  ] as const) {
    const key = { key_hash: Buffer.from(name), fingerprint: Buffer.alloc(0), command_id: name };
    await insert('idempotency_records', { ...answer, ...key, expires_at });
  }
  for (const [command_id, minutes] of [
    ['old', 11],
    ['young', 9],
  ] as const) {
    const stored_at = new Date(NOW - minutes * 60_000);
    await insert('command_outcomes', { ...answer, command_id, replayed: false, stored_at });
  }
  expect(await forgetExpired(database, { nowMs: NOW, wallNowMs: NOW })).toBe(false);
  expect(await column('idempotency_records', 'command_id')).toEqual(['kept', 'late']);
  expect(await column('command_outcomes', 'command_id')).toEqual(['young']);
});

test('the answer of a command that can still be replayed is kept, so a replay whose reply was lost is not applied again', async () => {
  const answer = { business_id: 'biz', status: 200, body: '{}', replayed: false, stored_at: ago(0.5) };
  for (const [offset, command_id, replayed_at] of [
    [0, 'replay unheard', null],
    [1, 'replay answered', ago(0.5)],
  ] as const) {
    const letter = {
      reason: 'defect',
      error: '',
      payload: Buffer.alloc(0),
      parked_at: ago(0.6),
      replayed_at,
    };
    await insert('dead_letters', {
      id: `dlq of ${command_id}`,
      partition: 2,
      log_offset: offset,
      command_id,
      ...letter,
    });
    await insert('command_outcomes', { ...answer, command_id });
  }
  await forgetExpired(database, { nowMs: NOW, wallNowMs: NOW });
  const kept = await column('command_outcomes', 'command_id');
  expect(kept.filter((id) => String(id).startsWith('replay'))).toEqual(['replay unheard']);
});

test('a WhatsApp reply and its event go after 90 days, no other event does; answers and holds go after a day (CONSENT-19)', async () => {
  for (const days of [89, 91]) {
    const [id, whose] = [String(days), { business_id: 'biz', recipient_id: 'rcp', message_id: 'msg' }];
    await insert('whatsapp_replies', { ...whose, id, text: '', provider_id: id, received_at: ago(days) });
    for (const type of ['whatsapp.inbound_message', 'message.delivered']) {
      await insert('events', { ...whose, id: `${type} ${id}`, type, occurred_at: ago(days), data: '{}' });
    }
  }
  for (const days of [0.9, 1.1]) {
    const [id, whose] = [String(days), { business_id: 'biz', recipient_id: 'rcp' }];
    const words = { channel: 'whatsapp', address: '', text: '', cause: id };
    await insert('auto_replies', { ...whose, id, ...words, created_at: ago(days) });
    await insert('acknowledgements', { ...whose, number_hash: Buffer.from(id), acknowledged_at: ago(days) });
  }
  expect(await forgetExpired(database, { nowMs: NOW, wallNowMs: NOW })).toBe(false);
  expect(await column('whatsapp_replies', 'id')).toEqual(['89']);
  expect(await column('events', 'id')).toEqual([
    'message.delivered 89',
    'message.delivered 91',
    'whatsapp.inbound_message 89',
  ]);
  expect(await column('auto_replies', 'id')).toEqual(['0.9']);
  expect(await column('acknowledgements', 'number_hash')).toEqual([Buffer.from('0.9')]);
});

test('a delivery is dropped long after it ended, and never while it waits (HOOK-18)', async () => {
  await insert('webhook_positions', { partition: 0, position: 1 });
  for (const [event_id, state, days] of [
    ['ended long ago', 'delivered', 31],
    ['ended lately', 'failed', 29],
    ['waits', 'waiting', 31],
  ] as const) {
    const whose = { business_id: 'biz', endpoint_id: 'we', partition: 0, attempt: 1 };
    const dates = {
      created_at: ago(days),
      updated_at: ago(days),
      next_at: state === 'waiting' ? ago(0) : null,
    };
    await insert('webhook_deliveries', { event_id, state, ...whose, ...dates });
  }
  expect(await createDispatcherStore(database).forget(ago(30))).toBe(false);
  expect(await column('webhook_deliveries', 'event_id')).toEqual(['ended lately', 'waits']);
});

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(row).sort();
  const places = names.map((_, index) => `$${String(index + 1)}`).join(', ');
  const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`;
  const name = `test-insert-${table}-${String(names.length)}`;
  await database.query(
    { name, text },
    names.map((column) => row[column]),
  );
}

async function column(table: string, name: string): Promise<unknown[]> {
  const text = `SELECT ${name} AS value FROM ${table} ORDER BY ${name}`;
  const rows = await database.query<{ value: unknown }>({ name: `test-${table}-${name}`, text }, []);
  return rows.map(({ value }) => value);
}
