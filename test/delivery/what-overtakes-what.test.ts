import type { Command } from '../../schemas/generated/command';
import { deliveryView } from '../../services/ingress/messages/delivery-view';
import { shownSends } from '../../services/ingress/messages/shown-sends';
import {
  aBusiness,
  aPush,
  BUSINESS,
  command,
  idOf,
  keyed,
  NOW,
  PLAIN_PUSH,
} from '../../streams/ledger/tests/fixtures/scenario';
import { FOR_WHATSAPP, OTHER_PHONE, PHONE } from '../../streams/ledger/tests/fixtures/world';
import {
  aTextingBusiness,
  GOES,
  openLedgerAlone,
  reported,
  RIVAL,
  SENDS,
  workFor,
  type LedgerAlone,
} from '../fixtures/ledger-alone';

let ledger: LedgerAlone;
beforeEach(async () => {
  ledger = await openLedgerAlone();
});
afterEach(() => ledger.close());

async function erase(n: number, more: Partial<Command> = {}): Promise<Command> {
  const begin = command(n, { EraseRecipient: { recipient_email: 'ada@example.com' } }, more);
  await ledger.apply(begin);
  return command(n + 1, { EraseChunk: { erasure_id: begin.command_id } }, more);
}

const balance = async () =>
  (await ledger.database.query<{ balance: number }>(BALANCE, [BUSINESS]))[0]!.balance;

test('a text refused by a gate at the last moment is refunded, even if its person is erased before the report (CREDIT-6)', async () => {
  await ledger.apply(...aTextingBusiness());
  await ledger.apply(aPush(3, { recipient_phone: PHONE, channels: ['sms'] }));
  const sms = await ledger.sendOf('sms');
  await ledger.claimed(workFor(sms), { goes: false, reason: 'stopped' });
  await ledger.apply(await erase(4));
  await ledger.apply(reported(6, sms, 'skipped', 'stopped'));
  expect(await balance()).toBe(10);
});

test('a nudge whose claim was in doubt is not submitted once a later one has replaced it (NUDGE-4)', async () => {
  await ledger.apply(...aTextingBusiness());
  const update = { recipient_phone: PHONE, channels: ['sms'], kind: 'updateable' };
  await ledger.apply(aPush(3, update));
  const sms = await ledger.sendOf('sms');
  const work = workFor(sms);
  await ledger.claimed(work, GOES);
  work.doubtfulClaims.push('s/1');
  await ledger.apply(aPush(4, { ...update, notify: true }));
  expect(await ledger.claimed(work, GOES, 's/2')).toMatchObject([{ step: 'skip', reason: 'superseded' }]);
  await ledger.apply(reported(5, sms, 'skipped', 'superseded'));
  expect(await ledger.database.query(SENDS, [BUSINESS, 'sms'])).toMatchObject([
    { state: 'cancelled' },
    { state: 'queued' },
  ]);
  expect(await balance()).toBe(9);
});

test('a text is found under the number it was sent to, even if the number changed after it was queued (NUDGE-18)', async () => {
  await ledger.apply(...aTextingBusiness());
  await ledger.apply(aPush(3, { recipient_phone: PHONE, channels: ['sms'] }));
  const newNumber = { recipient_email: 'ada@example.com', phone: OTHER_PHONE, source: 'api' };
  await ledger.apply(command(4, { SetPhone: newNumber }));
  const [email, sms] = [await ledger.sendOf('email'), await ledger.sendOf('sms')];
  await ledger.claimed(workFor(email), GOES);
  expect(await ledger.claimed(workFor(sms), GOES)).toMatchObject([
    { snapshot: { recipient: { phone: OTHER_PHONE } } },
  ]);
  expect(await ledger.database.query(SENDS, [BUSINESS, 'sms'])).toMatchObject([
    { phone: OTHER_PHONE, country: 'GB' },
  ]);
  expect(await ledger.database.query(SENDS, [BUSINESS, 'email'])).toMatchObject([{ phone: null }]);
});

test('the next attempt of a text carries the same link, valid as long again (INBOX-2)', async () => {
  await ledger.apply(...aTextingBusiness());
  await ledger.apply(aPush(3, { recipient_phone: PHONE, channels: ['sms'] }));
  const sms = await ledger.sendOf('sms');
  const [first, second] = [1, 2].map((days) => new Date(NOW + days * 86_400_000));
  const until = (expiresAt: Date) =>
    ({ goes: true, counts: [], shortLink: { code: 'abc', expiresAt } }) as const;
  await ledger.claimed(workFor(sms), until(first!));
  await ledger.apply(reported(4, sms, 'throttled'));
  const again = { ...workFor(sms), attempt: 2 };
  expect(await ledger.claimed(again, until(second!))).toMatchObject([{ step: 'submit' }]);
  expect(await ledger.database.query(SHORT_LINKS, [BUSINESS])).toEqual([{ code: 'abc', expiresAt: second }]);
});

test('a batch may pass a number on from one recipient to another (CONSENT-4)', async () => {
  await ledger.apply(aBusiness());
  await ledger.apply(aPush(2, { recipient_email: 'old@example.com' }));
  await ledger.apply(aPush(3, { recipient_email: 'young@example.com', recipient_phone: PHONE }));
  const item = (recipient_email: string, recipient_phone: string) => ({
    push: { ...PLAIN_PUSH, recipient_email, recipient_phone },
    refusal: null,
    recipient_email: null,
    spends_key: true,
    ...keyed(recipient_email),
  });
  const items = [item('young@example.com', OTHER_PHONE), item('old@example.com', PHONE)];
  const [applied] = await ledger.apply(command(4, { PushBatch: { items } }, keyed('batch')));
  const { results } = JSON.parse(applied!.answer!.body) as { results: { ok: boolean }[] };
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
});

test('a key that expired and was spent again stays spent, even if its person is erased in the same batch', async () => {
  await ledger.apply(aBusiness());
  await ledger.apply(aPush(2, {}, keyed('k', 'one')));
  const later = { issued_at: NOW + 25 * 3_600_000 };
  const step = await erase(3, later);
  const push = (n: number) =>
    aPush(n, { recipient_email: 'bob@example.com' }, { ...keyed('k', 'two'), ...later });
  await ledger.apply(push(6), step);
  expect(await ledger.apply(push(7))).toMatchObject([{ answer: { status: 201, replayed: true } }]);
});

test('a person who is erased and pushed to in one batch is a new recipient (ERASE-8)', async () => {
  await ledger.apply(aBusiness());
  await ledger.apply(aPush(2));
  const ada = { recipient_email: 'ada@example.com' };
  const [, pushed] = await ledger.apply(command(3, { EraseRecipient: ada }, keyed('erasure')), aPush(4));
  expect(pushed).toMatchObject({ answer: { status: 201 } });
  expect(await ledger.database.query(PEOPLE, [BUSINESS])).toEqual([{ id: idOf('rcp', 4) }]);
});

test("a message shows the text that was decided last, even if the sender's clock is behind (MSG-16)", async () => {
  await ledger.apply(aBusiness(1, { sms_mode: 'on' }));
  await ledger.apply(aPush(9, { recipient_phone: PHONE, channels: ['sms'] }));
  const later = { issued_at: NOW + 10_000 };
  await ledger.apply(command(2, { TopUp: { amount: 1, note: null } }, later));
  const message_id = idOf('msg', 9);
  await ledger.apply(command(3, { ResendNudge: { message_id, channel: 'sms' } }, later));
  const sends = await shownSends(ledger.database, BUSINESS, [{ id: message_id, nudge: 1 }]);
  expect(deliveryView({ nudge: 1, openedAt: null }, sends).sms).toMatchObject({ state: 'queued' });
});

test('a message that arrives proves its number is on WhatsApp, even if its recipient has left the number (CHAN-12)', async () => {
  await ledger.apply(...aTextingBusiness(), ...aTextingBusiness(RIVAL, 10));
  const nudge = async (n: number, business_id: string) => {
    await ledger.apply(aPush(n, { ...FOR_WHATSAPP, channels: ['whatsapp'] }, { business_id }));
    const send_id = await ledger.sendOf('whatsapp', business_id);
    await ledger.claimed(workFor(send_id, business_id), GOES);
    await ledger.apply({ ...reported(n + 1, send_id, 'accepted'), business_id });
    return (at: number, status: string) =>
      command(
        at,
        { ReportDelivery: { send_id, status, provider_id: null, address_hash: null } },
        { business_id },
      );
  };
  const [ours, theirs] = [await nudge(20, BUSINESS), await nudge(22, RIVAL)];
  await ledger.apply(theirs(30, 'not_on_whatsapp'));
  await ledger.apply(
    command(31, { SetPhone: { recipient_email: 'ada@example.com', phone: OTHER_PHONE, source: 'api' } }),
  );
  await ledger.apply(ours(32, 'delivered'));
  expect(await ledger.database.query(UNREACHABLE, [])).toEqual([]);
});

test("the hold of a number goes with its holder's history, even if they got the number in the same batch (ERASE-17)", async () => {
  const bob = { recipient_email: 'bob@example.com' };
  await ledger.apply(...aTextingBusiness());
  await ledger.apply(aPush(3), aPush(4, { ...bob, recipient_phone: PHONE }));
  const [recipient_id, message_id] = [idOf('rcp', 4), idOf('msg', 4)];
  const reply = { phone: PHONE, text: 'Thanks', provider_id: 'wamid.1', received_at: NOW };
  await ledger.apply(command(5, { ReceiveReply: { recipient_id, message_id, ...reply } }));
  await ledger.apply(command(6, { ClearPhone: bob }));
  expect(await ledger.database.query(HOLDS, [])).toHaveLength(1);
  const ada = { recipient_email: 'ada@example.com' };
  await ledger.apply(
    command(7, { SetPhone: { ...ada, phone: PHONE, source: 'api' } }),
    command(8, { EraseWhatsapp: ada }, keyed('erasure')),
  );
  expect(await ledger.database.query(HOLDS, [])).toEqual([]);
});

const BALANCE = { name: 'test-balance', text: 'SELECT balance FROM businesses WHERE id = $1' };
const PEOPLE = { name: 'test-people', text: 'SELECT id FROM recipients WHERE business_id = $1' };
const HOLDS = { name: 'test-holds', text: 'SELECT recipient_id FROM acknowledgements' };
const UNREACHABLE = { name: 'test-unreachable', text: 'SELECT until FROM unreachable_numbers' };
const SHORT_LINKS = {
  name: 'test-short-links',
  text: 'SELECT code, expires_at AS "expiresAt" FROM short_links WHERE business_id = $1',
};
