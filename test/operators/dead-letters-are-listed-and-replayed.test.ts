import { newId } from '../../schemas/ids';
import { aDeadLetter, allDeadLetters, replayDeadLetter, type DeadLetter } from '../fixtures/dead-letters';
import { appendRaw, countOf, sendsOf, type SendRow } from '../fixtures/log-client';
import { operate, push, type FetchedReply } from '../fixtures/merchant';
import { passTime } from '../fixtures/pass-time';
import { openProviders, type Providers } from '../fixtures/providers';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let providers: Providers;
let ledger: ServiceProcess;
let timers: ServiceProcess;
let sender: ServiceProcess;
const urls = { ingress: '', console: '', ledger: '' };
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, CLOCK: 'movable', SUBMISSION_TIMEOUT_MS: '6000' };
  world = await openWorld({ partitions: 1, env });
  ledger = world.start('pipeline', 'ledger');
  timers = world.start('pipeline', 'timers');
  sender = world.start('pipeline', 'sms-sender');
  const started = [world.start('ingress'), world.start('console'), ledger, timers, sender];
  const [ingress, operator, ledgerUrl] = await Promise.all(started.map((one) => one.ready()));
  Object.assign(urls, { ingress, console: operator, ledger: ledgerUrl });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a timer whose command is parked is parked too, alarms, does not fire again, and goes when replayed (HAZ-22)', async () => {
  await plant('scheduled_trip', "CHECK (state <> 'queued' OR send_at IS NULL)");
  const shop = await aShop();
  await shop.push({ channels: ['sms'], send_at: later() });
  await untilLater();
  const deadLetters = await until('both nudges are parked', async () => {
    const own = await deadLettersOf(shop.id);
    return own.length === 2 ? own : undefined;
  });
  expect(deadLetters).toEqual([aDeadLetter(shop.id, 'FireTimer'), aDeadLetter(shop.id, 'FireTimer')]);
  expect(await metric('ledger_parked_total{kind="timer"}')).toBe(2);
  const alarm = await ledger.logged('a timer is parked until its dead letter is replayed');
  expect(alarm).toMatchObject({ level: 'error', kind: 'timer', business_id: shop.id });

  // A new owner fires every due timer in the table. The parked ones do not fire, although later ones do.
  await timers.kill();
  timers = world.start('pipeline', 'timers');
  await timers.ready();
  await plant('scheduled_trip', null);
  await shop.push({ channels: ['sms'], send_at: later() });
  await untilLater();
  await until('a later one has fired', async () => (await textsOf(shop.id)).at(-1)?.submittedAt !== null);
  expect(await deadLettersOf(shop.id)).toHaveLength(2);
  expect((await textsOf(shop.id))[0]).toMatchObject({ state: 'scheduled' });

  for (const { id } of deadLetters) {
    expect(await replay(id)).toMatchObject({ status: 200, body: { id, status_code: 200 } });
  }
  await until('the text is queued', async () => (await textsOf(shop.id))[0]?.submittedAt !== null);
  const again = await replay(deadLetters[0]!.id);
  expect([again.status, again.body]).toEqual([409, { error_code: 'dead_letter.already_replayed' }]);
  expect(await deadLettersOf(shop.id)).toEqual(
    deadLetters.map((deadLetter) => ({ ...deadLetter, replayed_at: expect.any(String) as unknown })),
  );
});

test("a send whose sender's report is parked is parked too, is not swept, and is settled by the replay (HAZ-22)", async () => {
  await plant('submitted_trip', 'CHECK (provider_id IS NULL) NOT VALID');
  const shop = await aShop();
  await shop.push({ channels: ['sms'] });
  const [deadLetter] = await until('it is parked', async () => {
    const own = await deadLettersOf(shop.id);
    return own.length > 0 ? own : undefined;
  });
  expect(deadLetter).toEqual(aDeadLetter(shop.id, 'ReportAttempt'));
  expect(await metric('ledger_parked_total{kind="send"}')).toBe(1);

  // The open attempt of another text is swept, this one is not.
  await plant('submitted_trip', null);
  providers.sms.behave('hang');
  await shop.push({ channels: ['sms'] });
  await until('the other is being submitted', () => providers.sms.arrived.filter(isOf(shop)).length === 2);
  await sender.kill();
  providers.sms.behave('accept');
  sender = world.start('pipeline', 'sms-sender');
  await until('the other is swept', async () => (await textsOf(shop.id))[1]?.state === 'failed');
  expect((await textsOf(shop.id))[0]).toMatchObject({ state: 'queued', submittedAt: null });
  expect(await deadLettersOf(shop.id)).toHaveLength(1);

  // Two operators at once replay the dead letter once.
  const replies = await Promise.all([replay(deadLetter!.id), replay(deadLetter!.id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  await until('the text is settled', async () => (await textsOf(shop.id))[0]?.submittedAt !== null);
  expect(providers.sms.arrived.filter(isOf(shop))).toHaveLength(2);
});

test("a parked push is applied once, whether the merchant's retry or the operator's replay comes first (OPER-17)", async () => {
  const shop = await aShop();
  await plant('subject_trip', "CHECK (subject <> 'Trip') NOT VALID", 'messages');
  const pushes = [await shop.tryPush('first'), await shop.tryPush('second')];
  expect(pushes.map(({ status }) => status)).toEqual([500, 500]);
  const [second, first] = await deadLettersOf(shop.id);
  expect(first).toEqual(aDeadLetter(shop.id, 'PushMessage'));
  await plant('subject_trip', null, 'messages');

  const retried = await shop.tryPush('first');
  expect([retried.status, (await replay(first!.id)).body['status_code']]).toEqual([201, 201]);
  expect((await replay(second!.id)).body['status_code']).toBe(201);
  const replayed = await shop.tryPush('second');
  expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(await countOf(world, 'messages', shop.id)).toBe(2);
});

test('a replay that fails again is a new dead letter (OPER-17)', async () => {
  const shop = await aShop();
  await plant('subject_trip', "CHECK (subject <> 'Trip') NOT VALID", 'messages');
  await shop.tryPush('again');
  const [deadLetter] = await deadLettersOf(shop.id);
  expect((await replay(deadLetter!.id)).body['status_code']).toBe(500);
  await plant('subject_trip', null, 'messages');
  const deadLetters = await deadLettersOf(shop.id);
  const replayed = deadLetters.filter(({ replayed_at: at }) => at !== null);
  expect([replayed.map(({ id }) => id), deadLetters.length]).toEqual([[deadLetter!.id], 2]);
  expect(new Set(deadLetters.map(({ command_id: id }) => id)).size).toBe(1);
});

test('a replay that was applied but got no answer is not applied a second time, however late it is repeated', async () => {
  const shop = await aShop();
  await shop.push({ recipient_email: 'ada@example.com', channels: ['email'] });
  const path = `${urls.console}/admin/v1/businesses/${shop.id}/recipients/ada@example.com/phone`;
  const setPhone = (phone: string) => operate(path, { method: 'PUT', body: { phone } });
  await plant('phone_trip', "CHECK (phone <> '+447700900001') NOT VALID", 'recipients');
  expect((await setPhone('+447700900001')).status).toBe(500);
  await plant('phone_trip', null, 'recipients');
  const [deadLetter] = await deadLettersOf(shop.id);
  expect((await replay(deadLetter!.id)).body['status_code']).toBe(200);

  // The state in which an answer that comes too late leaves the row.
  const text = 'UPDATE dead_letters SET replayed_at = NULL, taken_at = NULL WHERE id = $1';
  await world.database.query({ name: 'test-unanswered', text }, [deadLetter!.id]);
  await untilAnswersAreForgotten();
  expect((await setPhone('+447700900002')).body['phone']).toBe('+447700900002');
  expect((await replay(deadLetter!.id)).body['status_code']).toBe(200);
  const held = { name: 'test-phone', text: 'SELECT phone FROM recipients WHERE business_id = $1' };
  expect(await world.database.query(held, [shop.id])).toEqual([{ phone: '+447700900002' }]);
});

test('a dead letter whose replay died with its console can be replayed again after a minute (OPER-17)', async () => {
  const shop = await aShop();
  await plant('subject_trip', "CHECK (subject <> 'Trip') NOT VALID", 'messages');
  await shop.tryPush('died');
  await plant('subject_trip', null, 'messages');
  const [deadLetter] = await deadLettersOf(shop.id);
  // The state before the console has written anything to the log.
  const text = 'UPDATE dead_letters SET taken_at = parked_at WHERE id = $1';
  await world.database.query({ name: 'test-taken', text }, [deadLetter!.id]);

  expect((await replay(deadLetter!.id)).status).toBe(409);
  expect(await deadLettersOf(shop.id)).toEqual([deadLetter]);
  await passTime(world.database, 61_000);
  expect((await replay(deadLetter!.id)).body['status_code']).toBe(201);
  expect(await deadLettersOf(shop.id)).toEqual([
    { ...deadLetter, replayed_at: expect.any(String) as unknown },
  ]);
});

test('a replay is refused if there is no command, the person is gone, a day has passed or the id is unknown (OPER-18)', async () => {
  const shop = await aShop();
  await plant('no_texts', "CHECK (channel <> 'sms' OR state <> 'queued' OR send_at IS NULL) NOT VALID");
  await shop.push({ channels: ['sms'], send_at: later() });
  await untilLater();
  await appendRaw(world, [{ partition: 0, value: Buffer.from('no command') }]);
  const deadLetter = await until('both are parked', async () => {
    const [unread] = (await listed()).filter(({ command }) => command === null);
    return unread === undefined ? undefined : (await deadLettersOf(shop.id))[0];
  });
  const unreadable = (await listed()).find(({ command }) => command === null)!;
  expect(unreadable).toMatchObject({ reason: 'undecodable', command_id: null, business_id: null });
  const refusals = async (id: string): Promise<unknown[]> => {
    const { status, body } = await replay(id);
    return [status, body['error_code']];
  };
  expect(await refusals(unreadable.id)).toEqual([409, 'dead_letter.unreadable']);
  expect(await refusals(newId('dlq', Date.now()))).toEqual([404, 'dead_letter.not_found']);
  expect(await refusals('letter')).toEqual([404, 'dead_letter.not_found']);
  await world.database.query({ name: 'test-erase', text: 'DELETE FROM recipients WHERE business_id = $1' }, [
    shop.id,
  ]);
  expect(await refusals(deadLetter.id)).toEqual([409, 'dead_letter.person_erased']);
  await passTime(world.database, 25 * 3_600_000);
  expect(await refusals(deadLetter.id)).toEqual([409, 'dead_letter.expired']);
});

test('a parked push is not replayed while the person it names is being erased (ERASE-13)', async () => {
  const shop = await aShop();
  await plant('subject_trip', "CHECK (subject <> 'Trip') NOT VALID", 'messages');
  await shop.tryPush('erased');
  await plant('subject_trip', null, 'messages');
  const [deadLetter] = await deadLettersOf(shop.id);
  // The state during an erasure, which gets to the dead letters last.
  await world.database.query(ERASING, [deadLetter!.id]);
  const { status, body } = await replay(deadLetter!.id);
  expect([status, body]).toEqual([409, { error_code: 'dead_letter.person_erased' }]);
  expect(await countOf(world, 'messages', shop.id)).toBe(0);
});

const ERASING = {
  name: 'test-erasing',
  text: `
    INSERT INTO erasures (business_id, id, kind, address_hash, numbers, counts, started_at)
    SELECT business_id, 'cmd', 'recipient', decode(people ->> 0, 'base64'), '[]', '{}', parked_at
    FROM dead_letters WHERE id = $1`,
};

async function deadLettersOf(businessId: string): Promise<DeadLetter[]> {
  return (await listed()).filter(({ business_id: id }) => id === businessId);
}

function listed(): Promise<DeadLetter[]> {
  return allDeadLetters(urls.console);
}

function replay(id: string): Promise<FetchedReply> {
  return replayDeadLetter(urls.console, id);
}

/** Adds a constraint that commands violate, or removes it again. */
async function plant(name: string, check: string | null, table = 'sends'): Promise<void> {
  const change = check === null ? `DROP CONSTRAINT ${name}` : `ADD CONSTRAINT ${name} ${check}`;
  const text = `ALTER TABLE ${table} ${change}`;
  await world.database.query({ name: `test-${name}-${String(check === null)}`, text }, []);
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${urls.ledger}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

/** Makes all answers old, and waits until the ledger has dropped those that it drops. */
async function untilAnswersAreForgotten(): Promise<void> {
  const older = "UPDATE command_outcomes SET stored_at = stored_at - interval '11 minutes'";
  await world.database.query({ name: 'test-older', text: older }, []);
  const another = `
    INSERT INTO command_outcomes (command_id, business_id, status, body, replayed, stored_at)
    VALUES ('another', 'biz', 200, '{}', false, now() - interval '11 minutes')`;
  await world.database.query({ name: 'test-another', text: another }, []);
  const find = { name: 'test-found', text: "SELECT FROM command_outcomes WHERE command_id = 'another'" };
  await until('another is dropped', async () => (await world.database.query(find, [])).length === 0);
}

interface Shop {
  readonly id: string;
  /** Pushes to a new recipient. */
  push(fields: object): Promise<void>;
  tryPush(key: string): Promise<FetchedReply>;
}

let people = 0;

async function aShop(): Promise<Shop> {
  const body = { name: 'Bloom & Co', sms: { mode: 'on' }, low_balance_threshold: 0 };
  const made = await operate(`${urls.console}/admin/v1/businesses`, { method: 'POST', body });
  const { id, api_key: apiKey } = made.body as { id: string; api_key: string };
  const credits = { method: 'POST', key: 'top-up', body: { amount: 10 } };
  await operate(`${urls.console}/admin/v1/businesses/${id}/credits`, credits);
  return {
    id,
    async push(fields) {
      people += 1;
      const person = {
        recipient_email: `person${String(people)}@example.com`,
        recipient_phone: `+4477009${String(10_000 + people)}`,
      };
      const reply = await push(urls.ingress, apiKey, `push ${String(people)}`, { ...person, ...fields });
      expect([reply.status, reply.text]).toEqual([201, reply.text]);
    },
    tryPush: (key) => push(urls.ingress, apiKey, key, { subject: 'Trip' }),
  };
}

function isOf({ id }: Shop): (arrived: { readonly businessId: string }) => boolean {
  return ({ businessId }) => businessId === id;
}

async function textsOf(businessId: string): Promise<SendRow[]> {
  return (await sendsOf(world, businessId)).filter(({ channel }) => channel === 'sms');
}

const LATER_MS = 600_000;
let passedMs = 0;

/** Far enough ahead for a machine that pauses for a while. */
function later(): string {
  return new Date(Date.now() + passedMs + LATER_MS).toISOString();
}

async function untilLater(): Promise<void> {
  passedMs += LATER_MS;
  await passTime(world.database, LATER_MS);
}
