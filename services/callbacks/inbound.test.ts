import type { Sql } from '../../streams/runtime/postgres/database';
import type { Inbound } from '../providers/report';
import { commandsOf } from './inbound';

test('a text counts from when it came in, for the log may have it later than one that followed it (CONSENT-12)', async () => {
  const text = { channel: 'sms', from: '+447700900123', to: '+447700900999', text: 'START' } as const;
  const inbound = { ...text, providerId: 'SM1', quotes: null, at: null };
  const records = { sql: {} as Sql, hashNumber: (phone: string) => Buffer.from(phone), smsSender: SHARED };
  const { commands } = await commandsOf(records, [inbound], 1_234);
  expect(commands).toMatchObject([{ body: { ReceiveText: { word: 'start', written_at: 1_234 } } }]);
});

const SHARED = '+447700900999';
const FROM = '+447700900123';
const ADDRESSEE = { businessId: 'biz_1', recipientId: 'rcp_1', messageId: 'msg_1' };
const NOW = 10_000;

/** What is found by each statement, by its name. */
function records(found: Readonly<Record<string, readonly object[]>> = {}) {
  const asked: unknown[][] = [];
  const query = ({ name }: { name: string }, values: unknown[]) => {
    asked.push([name, ...values]);
    return Promise.resolve(found[name] ?? []);
  };
  return {
    asked,
    sql: { query } as never,
    hashNumber: (phone: string) => Buffer.from(phone),
    smsSender: SHARED,
  };
}

const written = (text: string, more: Partial<Inbound> = {}): Inbound => ({
  channel: 'whatsapp',
  from: FROM,
  to: '+447700900999',
  text,
  providerId: 'wamid.1',
  quotes: null,
  at: 7_000,
  ...more,
});

const REPLY = { recipient_id: 'rcp_1', message_id: 'msg_1', phone: FROM, provider_id: 'wamid.1' };

test('a word on WhatsApp is a word and a reply as well, each as old as the platform says', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const { commands, unknown } = await commandsOf(found, [written('Stop.')], NOW);
  const word = { channel: 'whatsapp', phone: FROM, own_number: '+447700900999', word: 'stop' };
  expect(unknown).toBe(0);
  expect(commands).toMatchObject([
    { body: { ReceiveText: { ...word, provider_id: 'wamid.1', written_at: 7_000 } } },
    { business_id: 'biz_1', body: { ReceiveReply: { ...REPLY, text: 'Stop.', received_at: 7_000 } } },
  ]);
});

test('a text is never a reply: a word alone counts, anything else goes nowhere (CONSENT-8)', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const texts = ['Where is it?', 'HELP'].map((text) => written(text, { channel: 'sms' }));
  const { commands, unknown } = await commandsOf(found, texts, NOW);
  expect([unknown, found.asked]).toEqual([0, []]);
  expect(commands).toMatchObject([{ body: { ReceiveText: { channel: 'sms', word: 'help' } } }]);
});

test('what a number says is decided in its order, to whichever of ours, and does not name it', async () => {
  const say = async (more: Partial<Inbound>) => {
    const { commands } = await commandsOf(records(), [written('STOP', { channel: 'sms', ...more })], NOW);
    return commands[0]?.business_id;
  };
  const key = await say({});
  expect(key).toMatch(/^platform-([0-9]|[1-5][0-9]|6[0-3])$/);
  expect(await say({ text: 'START', providerId: 'SM2', at: null })).toBe(key);
  expect(await say({ to: '+447700900998' })).toBe(key);
  const others = await Promise.all(['1', '2', '3', '4'].map((end) => say({ from: `+44770090012${end}` })));
  expect(new Set([key, ...others]).size).toBeGreaterThan(1);
});

test('a reply that nobody is found for is counted and no more (CONSENT-18)', async () => {
  expect(await commandsOf(records(), [written('Hello'), written('You')], NOW)).toEqual({
    commands: [],
    unknown: 2,
    foreign: 0,
  });
});

test('HELP to a number that nobody texts from, or any word to what is no number, goes nowhere and is counted', async () => {
  const texts = [
    written('HELP', { channel: 'sms', to: '+447700900998' }),
    ...['STOP', 'START', 'HELP'].map((word) => written(word, { channel: 'sms', to: null })),
  ];
  const found = records();
  expect(await commandsOf(found, texts, NOW)).toEqual({ commands: [], unknown: 0, foreign: 4 });
  expect(found.asked).toEqual([['callbacks-sms-sender', '+447700900998']]);
});

test.each(['stop', 'start'])('%s to a number that nobody texts from is heard (CONSENT-9)', async (word) => {
  const text = written(word, { channel: 'sms', to: '+447700900998' });
  const { commands, foreign } = await commandsOf(records(), [text], NOW);
  expect([commands.length, foreign]).toEqual([1, 0]);
  expect(commands).toMatchObject([{ body: { ReceiveText: { own_number: '+447700900998', word } } }]);
});

test('HELP to the number of a business is heard', async () => {
  const found = records({ 'callbacks-sms-sender': [{}] });
  const text = written('HELP', { channel: 'sms', to: '+447700900998' });
  const { commands, foreign } = await commandsOf(found, [text], NOW);
  expect([commands.length, foreign]).toEqual([1, 0]);
});

test('a reply without a date is from now, and is looked for by what it quotes and where it comes from', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const { commands } = await commandsOf(found, [written('Hello', { at: null, quotes: 'wamid.0' })], NOW);
  expect(commands).toMatchObject([{ body: { ReceiveReply: { received_at: NOW } } }]);
  expect(found.asked).toEqual([
    ['callbacks-reply-heard', 'wamid.1'],
    ['callbacks-reply-addressee', FROM, 'wamid.0', new Date(NOW), Buffer.from(FROM)],
  ]);
});

test('a reply that the platform repeats is for whom it was then', async () => {
  const found = records({
    'callbacks-reply-heard': [ADDRESSEE],
    'callbacks-reply-addressee': [{ ...ADDRESSEE, businessId: 'biz_2' }],
  });
  expect((await commandsOf(found, [written('Hello')], NOW)).commands).toMatchObject([
    { business_id: 'biz_1' },
  ]);
});

test('what cannot be stored is left out of a reply, and what is too long is cut off (CONSENT-19)', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const long = written(`a\0b\ud800c${'d'.repeat(10_000)}`);
  const { commands } = await commandsOf(found, [long], NOW);
  expect(commands).toMatchObject([{ body: { ReceiveReply: { text: `ab\ufffdc${'d'.repeat(9_996)}` } } }]);
});
