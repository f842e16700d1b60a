import type { Command } from '../schemas/generated/command';
import { wishesOf } from '../services/callbacks/inbound';
import { deliveryView, SELECT_SENDS, type SendRow } from '../services/ingress/messages/delivery-view';
import type { PostgresDatabase } from '../services/shared/postgres/postgres';
import {
  aBusiness,
  aPush,
  BUSINESS,
  command,
  HOUSE,
  idOf,
  keyed,
  NOW,
  PLAIN_PUSH,
} from '../streams/ledger/decide/given/scenario';
import { FOR_WHATSAPP } from '../streams/ledger/decide/given/world';
import { ledger } from '../streams/ledger/topology';
import type { Applied } from '../streams/runtime/command-processor';
import { claim } from '../streams/sender/claim';
import type { Verdict } from '../streams/sender/verdict';
import { workOf } from '../streams/sender/work';
import { smsChannel } from '../streams/sms-sender/topology';
import { whatsappChannel } from '../streams/whatsapp-sender/topology';
import { openLedgerDatabase } from './given/ledger-database';

const PHONE = '+447700900123';
const OTHER_PHONE = '+447700900456';
const GERMAN_PHONE = '+4915112345678';
const RIVAL = 'biz_01kf000000000000000000000b';
const GOES: Verdict = { goes: true, counts: [], shortLink: null };
const processor = ledger(HOUSE, () => new Date(NOW), {
  unknownReport: () => undefined,
  parked: () => undefined,
});
const hashNumber = (phone: string) => HOUSE.hash('number', phone);
const links = { short: () => ({ code: '', url: '', path: '' }) };
const smsSender = '+447700900999';
const TEXTS = smsChannel({ hashNumber, links, smsSender, warmUp: { perDay: 1, days: 1 } });
const WHATSAPP = whatsappChannel({ hashNumber, links, defaultReview: 'approved' });
let database: PostgresDatabase;
beforeEach(async () => {
  database = await openLedgerDatabase();
});
afterEach(() => database.close());

/** One micro-batch. */
function apply(...commands: readonly Command[]): Promise<Applied[]> {
  const timed = commands.map((one) => ({ command: one, nowMs: one.issued_at }));
  return database.transaction((sql) => processor.apply(sql, timed, Promise.resolve()));
}

const aTextingBusiness = (business_id = BUSINESS, n = 1): Command[] => {
  const settings = { sms_mode: 'on', whatsapp_mode: 'on_request' };
  const { body, ...account } = aBusiness(n, settings);
  if (!('CreateBusiness' in body)) throw new Error('no business');
  const key = { ...body.CreateBusiness.key, sha256: Buffer.alloc(32, business_id) };
  return [
    { ...account, business_id, body: { CreateBusiness: { ...body.CreateBusiness, key } } },
    command(n + 1, { TopUp: { amount: 10, note: null } }, { business_id }),
  ];
};

async function sendOf(channel: string, business_id = BUSINESS): Promise<string> {
  const rows = await database.query<{ id: string }>(SENDS, [business_id, channel]);
  return rows[0]!.id;
}

const workFor = (send_id: string, business_id = BUSINESS) =>
  workOf({ business_id, send_id, attempt: 1 }, () => undefined);

const claimed = (work: ReturnType<typeof workFor>, verdict: Verdict, sender = 's/1') => {
  const channel = { judge: async () => () => verdict, silenced: async () => new Set<string>() };
  return claim(database, channel, [work], { sender, now: new Date(NOW), startedAt: new Date(NOW) });
};

function reported(n: number, send_id: string, outcome: string, skipped_reason: string | null = null) {
  const nothing = {
    provider_id: null,
    retry_after_ms: null,
    emails_this_month: null,
    counted_month: null,
  };
  return command(n, { ReportAttempt: { send_id, attempt: 1, outcome, skipped_reason, ...nothing } });
}

async function erase(n: number, more: Partial<Command> = {}): Promise<Command> {
  const begin = command(n, { EraseRecipient: { recipient_email: 'ada@example.com' } }, more);
  await apply(begin);
  return command(n + 1, { EraseChunk: { erasure_id: begin.command_id } }, more);
}

const balance = async () => (await database.query<{ balance: number }>(BALANCE, [BUSINESS]))[0]!.balance;

test('a text that a gate refused at the last moment is refunded, though its person is erased before that is reported (2.13)', async () => {
  await apply(...aTextingBusiness());
  await apply(aPush(3, { recipient_phone: PHONE, channels: ['sms'] }));
  const sms = await sendOf('sms');
  await claimed(workFor(sms), { goes: false, reason: 'stopped' });
  await apply(await erase(4));
  await apply(reported(6, sms, 'skipped', 'stopped'));
  expect(await balance()).toBe(10);
});

test('a nudge that was claimed in doubt is not submitted when a later one has taken its place (D2)', async () => {
  await apply(...aTextingBusiness());
  const update = { recipient_phone: PHONE, channels: ['sms'], kind: 'updateable' };
  await apply(aPush(3, update));
  const sms = await sendOf('sms');
  const work = workFor(sms);
  await claimed(work, GOES);
  work.doubtfulClaims.push('s/1');
  await apply(aPush(4, { ...update, notify: true }));
  expect(await claimed(work, GOES, 's/2')).toMatchObject([{ step: 'skip', reason: 'superseded' }]);
  await apply(reported(5, sms, 'skipped', 'superseded'));
  expect(await database.query(SENDS, [BUSINESS, 'sms'])).toMatchObject([
    { state: 'cancelled' },
    { state: 'queued' },
  ]);
  expect(await balance()).toBe(9);
});

test('a text is found under the number that it went to, though that changed after it was queued (D6)', async () => {
  await apply(...aTextingBusiness());
  await apply(aPush(3, { recipient_phone: PHONE, channels: ['sms'] }));
  const wish = { recipient_email: 'ada@example.com', phone: GERMAN_PHONE, source: 'api' };
  await apply(command(4, { SetPhone: wish }));
  const [email, sms] = [await sendOf('email'), await sendOf('sms')];
  await claimed(workFor(email), GOES);
  expect(await claimed(workFor(sms), GOES)).toMatchObject([
    { scene: { recipient: { phone: GERMAN_PHONE } } },
  ]);
  expect(await database.query(SENDS, [BUSINESS, 'sms'])).toMatchObject([
    { phone: GERMAN_PHONE, country: 'DE' },
  ]);
  expect(await database.query(SENDS, [BUSINESS, 'email'])).toMatchObject([{ phone: null }]);
});

test('a batch may pass a number on from one recipient to another (2.10)', async () => {
  await apply(aBusiness());
  await apply(aPush(2, { recipient_email: 'old@example.com' }));
  await apply(aPush(3, { recipient_email: 'young@example.com', recipient_phone: PHONE }));
  const item = (recipient_email: string, recipient_phone: string) => ({
    push: { ...PLAIN_PUSH, recipient_email, recipient_phone },
    refusal: null,
    recipient_email: null,
    spends_key: true,
    ...keyed(recipient_email),
  });
  const items = [item('young@example.com', OTHER_PHONE), item('old@example.com', PHONE)];
  const [applied] = await apply(command(4, { PushBatch: { items } }, keyed('batch')));
  const { results } = JSON.parse(applied!.answer!.body) as { results: { ok: boolean }[] };
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
});

test('a key that was forgotten and spent anew stays spent, though whom it named is erased in the same batch', async () => {
  await apply(aBusiness());
  await apply(aPush(2, {}, keyed('k', 'one')));
  const later = { issued_at: NOW + 25 * 3_600_000 };
  const step = await erase(3, later);
  const push = (n: number) =>
    aPush(n, { recipient_email: 'bob@example.com' }, { ...keyed('k', 'two'), ...later });
  await apply(push(6), step);
  expect(await apply(push(7))).toMatchObject([{ answer: { status: 201, replayed: true } }]);
});

test('a message shows the text that was decided last, though the clock of who asked for it is behind (D4)', async () => {
  await apply(aBusiness(1, { sms_mode: 'on' }));
  await apply(aPush(9, { recipient_phone: PHONE, channels: ['sms'] }));
  const later = { issued_at: NOW + 10_000 };
  await apply(command(2, { TopUp: { amount: 1, note: null } }, later));
  const message_id = idOf('msg', 9);
  await apply(command(3, { ResendNudge: { message_id, channel: 'sms' } }, later));
  const sends = await database.query<SendRow>(SELECT_SENDS, [BUSINESS, [message_id]]);
  expect(deliveryView({ nudge: 1, opened_at: null }, sends).sms).toMatchObject({ state: 'queued' });
});

test('a number counts as on WhatsApp when a message arrives there, also one of a recipient who has left it (D3)', async () => {
  await apply(...aTextingBusiness(), ...aTextingBusiness(RIVAL, 10));
  const nudge = async (n: number, business_id: string) => {
    await apply(aPush(n, { ...FOR_WHATSAPP, channels: ['whatsapp'] }, { business_id }));
    const send_id = await sendOf('whatsapp', business_id);
    await claimed(workFor(send_id, business_id), GOES);
    await apply({ ...reported(n + 1, send_id, 'accepted'), business_id });
    return (at: number, status: string) =>
      command(
        at,
        { ReportDelivery: { send_id, status, provider_id: null, address_hash: null } },
        { business_id },
      );
  };
  const [ours, theirs] = [await nudge(20, BUSINESS), await nudge(22, RIVAL)];
  await apply(theirs(30, 'not_on_whatsapp'));
  await apply(
    command(31, { SetPhone: { recipient_email: 'ada@example.com', phone: OTHER_PHONE, source: 'api' } }),
  );
  await apply(ours(32, 'delivered'));
  expect(await database.query(UNREACHABLE, [])).toEqual([]);
});

test('the hold of a number goes with the history of who holds it, also of who got it in the same batch (2.11)', async () => {
  const bob = { recipient_email: 'bob@example.com' };
  await apply(...aTextingBusiness());
  await apply(aPush(3), aPush(4, { ...bob, recipient_phone: PHONE }));
  const [recipient_id, message_id] = [idOf('rcp', 4), idOf('msg', 4)];
  const reply = { phone: PHONE, text: 'Thanks', provider_id: 'wamid.1', received_at: NOW };
  await apply(command(5, { ReceiveReply: { recipient_id, message_id, ...reply } }));
  await apply(command(6, { ClearPhone: bob }));
  expect(await database.query(HOLDS, [])).toHaveLength(1);
  const ada = { recipient_email: 'ada@example.com' };
  await apply(
    command(7, { SetPhone: { ...ada, phone: PHONE, source: 'api' } }),
    command(8, { EraseWhatsapp: ada }, keyed('erasure')),
  );
  expect(await database.query(HOLDS, [])).toEqual([]);
});

describe('a reply without a quote', () => {
  const words = { channel: 'whatsapp' as const, from: PHONE, to: null, quotes: null };
  const nudged = async (n: number, business_id: string) => {
    const optIn = { agreed_at: null, source: null, wording: null };
    const whatsapp = { recipient_phone: PHONE, channels: ['whatsapp'], whatsapp_opt_in: optIn };
    await apply(aPush(n, { ...whatsapp, reference: 'A-1', order_status: 'shipped' }, { business_id }));
    const send = await sendOf('whatsapp', business_id);
    await claimed(workFor(send, business_id), GOES);
    await apply({ ...reported(n + 1, send, 'accepted'), business_id });
  };
  const heard = async (n: number, providerId: string, at: number) => {
    const reply = { ...words, text: `words of ${providerId}`, providerId, at };
    const { wishes } = await wishesOf(database, [reply], NOW + n * 1_000);
    await apply(...wishes.map(({ body, business_id }) => command(n, body, { business_id })));
  };
  const replies = () => database.query(REPLIES, []);
  beforeEach(async () => {
    await apply(...aTextingBusiness(), ...aTextingBusiness(RIVAL, 10));
    await nudged(20, BUSINESS);
  });

  test('that comes late is for whose message had gone out when it was written (D9)', async () => {
    await nudged(40, RIVAL);
    await heard(60, 'wamid.late', NOW + 25_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }]);
    await heard(61, 'wamid.new', NOW + 50_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }, { businessId: RIVAL }]);
  });

  test('that the platform repeats is for whom it was then, and told once', async () => {
    await heard(25, 'wamid.one', NOW + 25_000);
    await heard(28, 'wamid.two', NOW + 28_000);
    await nudged(40, RIVAL);
    await heard(60, 'wamid.two', NOW + 59_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }, { businessId: BUSINESS }]);
  });
});

describe('a free answer that waits', () => {
  const said = (n: number, word: string, channel = 'sms') => {
    const numbers = { phone: PHONE, own_number: channel === 'sms' ? '+447700900999' : '' };
    const provider_id = `${word}-${String(n)}`;
    const written_at = NOW + n * 1_000;
    return command(
      n,
      { ReceiveText: { channel, ...numbers, word, provider_id, written_at } },
      { business_id: 'platform-1' },
    );
  };
  const steps = async (channel: 'sms' | 'whatsapp') => {
    const notices = await database.query<{ id: string; business_id: string }>(NOTICES, [channel]);
    const { silenced } = channel === 'sms' ? TEXTS : WHATSAPP;
    const works = notices.map(({ id, business_id }) => workFor(id, business_id));
    const moment = { sender: 's/1', now: new Date(NOW), startedAt: new Date(NOW) };
    const claims = await claim(database, { judge: async () => () => GOES, silenced }, works, moment);
    return claims.map(({ step }) => step);
  };

  test('to a START or a HELP does not go once a STOP has followed; the one to the STOP does', async () => {
    await apply(said(1, 'start'));
    await apply(said(2, 'help'));
    await apply(said(3, 'stop'));
    expect(await steps('sms')).toEqual(['pass', 'pass', 'answer']);
    await apply(said(4, 'help'));
    expect(await steps('sms')).toEqual(['answer']);
  });

  test('to a reply on WhatsApp does not go once a STOP has followed there', async () => {
    await apply(...aTextingBusiness());
    await apply(aPush(3, { recipient_phone: PHONE }));
    const [ada] = await database.query<{ recipient_id: string; message_id: string }>(MESSAGES, [BUSINESS]);
    // It is heard after the STOP was written.
    const reply = { ...ada!, phone: PHONE, text: 'Thanks', provider_id: 'wamid.1', received_at: NOW + 4_000 };
    await apply(command(6, { ReceiveReply: reply }));
    await apply(said(5, 'stop', 'whatsapp'));
    expect(await steps('whatsapp')).toEqual(['pass']);
  });

  test('to a reply on WhatsApp goes where only texts were stopped, or the STOP came before it', async () => {
    await apply(...aTextingBusiness());
    await apply(aPush(3, { recipient_phone: PHONE }));
    const [ada] = await database.query<{ recipient_id: string; message_id: string }>(MESSAGES, [BUSINESS]);
    const reply = { ...ada!, phone: PHONE, text: 'Thanks', provider_id: 'wamid.1', received_at: NOW + 5_000 };
    await apply(said(4, 'stop', 'whatsapp'));
    await apply(command(5, { ReceiveReply: reply }));
    await apply(said(6, 'stop'));
    expect(await steps('whatsapp')).toEqual(['answer']);
  });
});

const NOTICES = {
  name: 'test-notices-waiting',
  text: 'SELECT id, business_id FROM notices WHERE channel = $1 AND taken_at IS NULL ORDER BY created_at',
};
const MESSAGES = {
  name: 'test-messages-of',
  text: 'SELECT id AS message_id, recipient_id FROM messages WHERE business_id = $1',
};
const SENDS = {
  name: 'test-sends-of-channel',
  text: 'SELECT id, state, phone, country FROM sends WHERE business_id = $1 AND channel = $2 ORDER BY id',
};
const BALANCE = { name: 'test-balance', text: 'SELECT balance FROM businesses WHERE id = $1' };
const HOLDS = { name: 'test-holds', text: 'SELECT recipient_id FROM acknowledgements' };
const UNREACHABLE = { name: 'test-unreachable', text: 'SELECT until FROM unreachable_numbers' };
const REPLIES = {
  name: 'test-replies-heard',
  text: 'SELECT business_id AS "businessId" FROM whatsapp_replies ORDER BY received_at',
};
