import { commandsOf } from '../../services/callbacks/inbound';
import { aPush, BUSINESS, command, HOUSE, NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { OTHER_PHONE, PHONE } from '../../streams/ledger/tests/fixtures/world';
import { claim } from '../../streams/sender/claim';
import { smsChannel } from '../../streams/channels/sms/sender/sending-channel';
import { whatsappChannel } from '../../streams/channels/whatsapp/sender/sending-channel';
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

const hashNumber = (phone: string) => HOUSE.hash('number', phone);
const links = { short: () => ({ code: '', url: '', path: '' }) };
const smsSender = '+447700900999';
const TEXTS = smsChannel({ hashNumber, links, smsSender, warmUp: { perDay: 1, days: 1 } });
const WHATSAPP = whatsappChannel({ hashNumber, links, defaultReview: 'approved' });

let ledger: LedgerAlone;
beforeEach(async () => {
  ledger = await openLedgerAlone();
});
afterEach(() => ledger.close());

describe('a reply without a quote', () => {
  const words = { channel: 'whatsapp' as const, to: null, quotes: null };
  const pushed = async (
    n: number,
    business_id: string,
    { recipient_phone = PHONE, issued_at = NOW + n * 1_000 } = {},
  ) => {
    const optIn = { agreed_at: null, source: null, wording: null };
    const whatsapp = { recipient_phone, channels: ['whatsapp'], whatsapp_opt_in: optIn };
    const fields = { ...whatsapp, reference: 'A-1', order_status: 'shipped' };
    await ledger.apply(aPush(n, fields, { business_id, issued_at }));
    const sends = await ledger.database.query<{ id: string }>(SENDS, [business_id, 'whatsapp']);
    return sends.at(-1)!.id;
  };
  const nudged = async (n: number, business_id: string, more: Parameters<typeof pushed>[2] = {}) => {
    const send = await pushed(n, business_id, more);
    await ledger.claimed(workFor(send, business_id), GOES);
    await ledger.apply({ ...reported(n + 1, send, 'accepted'), business_id });
  };
  const received = async (n: number, providerId: string, at: number, from = PHONE) => {
    const reply = { ...words, from, text: `words of ${providerId}`, providerId, at };
    const records = { sql: ledger.database, hashNumber, smsSender };
    const { commands } = await commandsOf(records, [reply], NOW + n * 1_000);
    await ledger.apply(...commands.map(({ body, business_id }) => command(n, body, { business_id })));
  };
  const replies = () => ledger.database.query(REPLIES, []);
  beforeEach(async () => {
    await ledger.apply(...aTextingBusiness(), ...aTextingBusiness(RIVAL, 10));
    await nudged(20, BUSINESS);
  });

  test('that comes late goes to the business whose message had been sent when it was written (CONSENT-18)', async () => {
    await nudged(40, RIVAL);
    await received(60, 'wamid.late', NOW + 25_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }]);
    await received(61, 'wamid.new', NOW + 50_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }, { businessId: RIVAL }]);
  });

  test("goes to the business that messaged this number last, no matter what the person's other number got (CONSENT-18)", async () => {
    await nudged(30, BUSINESS, { recipient_phone: OTHER_PHONE });
    await nudged(40, RIVAL);
    await received(60, 'wamid.other', NOW + 60_000, OTHER_PHONE);
    await received(70, 'wamid.this', NOW + 70_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }, { businessId: RIVAL }]);
  });

  test('goes to a message sent in the second of its writing, because the platform reports whole seconds (CONSENT-18)', async () => {
    await nudged(40, RIVAL, { issued_at: NOW + 40_600 });
    await received(60, 'wamid.same', NOW + 40_000);
    expect(await replies()).toEqual([{ businessId: RIVAL }]);
  });

  test('does not go to a business whose message a gate has just skipped (CONSENT-18)', async () => {
    const send = await pushed(40, RIVAL);
    await ledger.claimed(workFor(send, RIVAL), { goes: false, reason: 'stopped' });
    await received(60, 'wamid.held', NOW + 60_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }]);
  });

  test('does not go to a business that is erasing its writer (CONSENT-18)', async () => {
    await nudged(40, RIVAL);
    const person = { recipient_email: 'ada@example.com' };
    await ledger.apply(command(50, { EraseRecipient: person }, { business_id: RIVAL }));
    await received(60, 'wamid.erased', NOW + 60_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }]);
  });

  test('that the platform repeats goes to the business of the first time, and is published once', async () => {
    await received(25, 'wamid.one', NOW + 25_000);
    await received(28, 'wamid.two', NOW + 28_000);
    await nudged(40, RIVAL);
    await received(60, 'wamid.two', NOW + 59_000);
    expect(await replies()).toEqual([{ businessId: BUSINESS }, { businessId: BUSINESS }]);
  });
});

describe('an automatic reply that waits', () => {
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
    const autoReplies = await ledger.database.query<{ id: string; business_id: string }>(AUTO_REPLIES, [
      channel,
    ]);
    const { silenced } = channel === 'sms' ? TEXTS : WHATSAPP;
    const works = autoReplies.map(({ id, business_id }) => workFor(id, business_id));
    const moment = { sender: 's/1', now: new Date(NOW), startedAt: new Date(NOW) };
    const claims = await claim(
      ledger.database,
      { checkGates: async () => () => GOES, silenced },
      works,
      moment,
    );
    return claims.map(({ step }) => step);
  };

  test('to a START or a HELP is not sent once a STOP has followed; the one to the STOP is', async () => {
    await ledger.apply(said(1, 'start'));
    await ledger.apply(said(2, 'help'));
    await ledger.apply(said(3, 'stop'));
    expect(await steps('sms')).toEqual(['pass', 'pass', 'auto_reply']);
    await ledger.apply(said(4, 'help'));
    expect(await steps('sms')).toEqual(['auto_reply']);
  });

  test('to a WhatsApp reply is not sent once a STOP has followed on WhatsApp', async () => {
    await ledger.apply(...aTextingBusiness());
    await ledger.apply(aPush(3, { recipient_phone: PHONE }));
    const [ada] = await ledger.database.query<Addressed>(MESSAGES, [BUSINESS]);
    // It is processed after the STOP was written.
    const reply = { ...ada!, phone: PHONE, text: 'Thanks', provider_id: 'wamid.1', received_at: NOW + 4_000 };
    await ledger.apply(command(6, { ReceiveReply: reply }));
    await ledger.apply(said(5, 'stop', 'whatsapp'));
    expect(await steps('whatsapp')).toEqual(['pass']);
  });

  test('to a WhatsApp reply is not sent once WhatsApp was stopped in the inbox (CONSENT-20)', async () => {
    await ledger.apply(...aTextingBusiness(), ...aTextingBusiness(RIVAL, 10));
    await ledger.apply(aPush(20, { recipient_phone: PHONE }));
    await ledger.apply(aPush(21, { recipient_phone: PHONE }, { business_id: RIVAL }));
    const people = await Promise.all(
      [BUSINESS, RIVAL].map((id) => ledger.database.query<Addressed>(MESSAGES, [id])),
    );
    for (const [index, [person]] of people.entries()) {
      const reply = { ...person!, phone: PHONE, text: 'Thanks', received_at: NOW + 22_000 };
      const business_id = index === 0 ? BUSINESS : RIVAL;
      const provider_id = `wamid.${business_id}`;
      await ledger.apply(command(22 + index, { ReceiveReply: { ...reply, provider_id } }, { business_id }));
    }
    const { recipient_id } = people[0]![0]!;
    await ledger.apply(command(25, { StopChannel: { recipient_id, channel: 'whatsapp', source: 'inbox' } }));
    // The other business has no stop.
    expect(await steps('whatsapp')).toEqual(['pass', 'auto_reply']);
  });

  test('to a WhatsApp reply is sent if only texts were stopped, or if the stop came before it', async () => {
    await ledger.apply(...aTextingBusiness());
    await ledger.apply(aPush(3, { recipient_phone: PHONE }));
    const [ada] = await ledger.database.query<Addressed>(MESSAGES, [BUSINESS]);
    const reply = { ...ada!, phone: PHONE, text: 'Thanks', provider_id: 'wamid.1', received_at: NOW + 7_000 };
    await ledger.apply(said(4, 'stop', 'whatsapp'));
    const { recipient_id } = ada!;
    await ledger.apply(command(5, { StopChannel: { recipient_id, channel: 'whatsapp', source: 'inbox' } }));
    await ledger.apply(command(7, { ReceiveReply: reply }));
    await ledger.apply(said(8, 'stop'));
    await ledger.apply(command(9, { StopChannel: { recipient_id, channel: 'sms', source: 'inbox' } }));
    expect(await steps('whatsapp')).toEqual(['auto_reply']);
  });
});

interface Addressed {
  readonly recipient_id: string;
  readonly message_id: string;
}

const AUTO_REPLIES = {
  name: 'test-auto-replies-waiting',
  text: 'SELECT id, business_id FROM auto_replies WHERE channel = $1 AND taken_at IS NULL ORDER BY created_at',
};
const MESSAGES = {
  name: 'test-messages-of',
  text: 'SELECT id AS message_id, recipient_id FROM messages WHERE business_id = $1',
};
const REPLIES = {
  name: 'test-replies-heard',
  text: 'SELECT business_id AS "businessId" FROM whatsapp_replies ORDER BY received_at',
};
