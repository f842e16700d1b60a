import type { Sql } from '../../streams/runtime/postgres/database';
import type { Inbound } from '../providers/report';
import { commandsOf } from './inbound';

test('a text counts from its arrival, because the log may hold it behind a later one (CONSENT-12)', async () => {
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

/** Records in which each statement, by its name, finds these rows. */
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

test('a keyword on WhatsApp is a keyword and a reply, both with the time that the platform reports', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const { commands, unknown } = await commandsOf(found, [written('Stop.')], NOW);
  const word = { channel: 'whatsapp', phone: FROM, own_number: '+447700900999', word: 'stop' };
  expect(unknown).toBe(0);
  expect(commands).toMatchObject([
    { body: { ReceiveText: { ...word, provider_id: 'wamid.1', written_at: 7_000 } } },
    { business_id: 'biz_1', body: { ReceiveReply: { ...REPLY, text: 'Stop.', received_at: 7_000 } } },
  ]);
});

test('a text is never a reply: a lone keyword counts, any other text is dropped (CONSENT-8)', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const texts = ['Where is it?', 'HELP'].map((text) => written(text, { channel: 'sms' }));
  const { commands, unknown } = await commandsOf(found, texts, NOW);
  expect([unknown, found.asked]).toEqual([0, []]);
  expect(commands).toMatchObject([{ body: { ReceiveText: { channel: 'sms', word: 'help' } } }]);
});

test('the words of a number share one partition key for all our numbers, and the key does not name the number', async () => {
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

test('a reply without an addressee is only counted (CONSENT-18)', async () => {
  expect(await commandsOf(records(), [written('Hello'), written('You')], NOW)).toEqual({
    commands: [],
    unknown: 2,
    foreign: 0,
  });
});

test('HELP to a number that no business texts from, or a keyword to no number at all, is dropped and counted', async () => {
  const texts = [
    written('HELP', { channel: 'sms', to: '+447700900998' }),
    ...['STOP', 'START', 'HELP'].map((word) => written(word, { channel: 'sms', to: null })),
  ];
  const found = records();
  expect(await commandsOf(found, texts, NOW)).toEqual({ commands: [], unknown: 0, foreign: 4 });
  expect(found.asked).toEqual([['callbacks-sms-sender', '+447700900998']]);
});

test.each(['stop', 'start'])(
  '%s to a number that no business texts from counts (CONSENT-9)',
  async (word) => {
    const text = written(word, { channel: 'sms', to: '+447700900998' });
    const { commands, foreign } = await commandsOf(records(), [text], NOW);
    expect([commands.length, foreign]).toEqual([1, 0]);
    expect(commands).toMatchObject([{ body: { ReceiveText: { own_number: '+447700900998', word } } }]);
  },
);

test('HELP to the number of a business counts', async () => {
  const found = records({ 'callbacks-sms-sender': [{}] });
  const text = written('HELP', { channel: 'sms', to: '+447700900998' });
  const { commands, foreign } = await commandsOf(found, [text], NOW);
  expect([commands.length, foreign]).toEqual([1, 0]);
});

test('a reply without a date counts from now, and its addressee is found by its quote and its number', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const { commands } = await commandsOf(found, [written('Hello', { at: null, quotes: 'wamid.0' })], NOW);
  expect(commands).toMatchObject([{ body: { ReceiveReply: { received_at: NOW } } }]);
  expect(found.asked).toEqual([
    ['callbacks-reply-heard', 'wamid.1'],
    ['callbacks-reply-addressee', FROM, 'wamid.0', new Date(NOW), Buffer.from(FROM)],
  ]);
});

test('a reply that the platform repeats keeps its addressee', async () => {
  const found = records({
    'callbacks-reply-heard': [ADDRESSEE],
    'callbacks-reply-addressee': [{ ...ADDRESSEE, businessId: 'biz_2' }],
  });
  expect((await commandsOf(found, [written('Hello')], NOW)).commands).toMatchObject([
    { business_id: 'biz_1' },
  ]);
});

test('a reply is stored without characters that cannot be stored, and is cut off if it is too long (CONSENT-19)', async () => {
  const found = records({ 'callbacks-reply-addressee': [ADDRESSEE] });
  const long = written(`a\0b\ud800c${'d'.repeat(10_000)}`);
  const { commands } = await commandsOf(found, [long], NOW);
  expect(commands).toMatchObject([{ body: { ReceiveReply: { text: `ab\ufffdc${'d'.repeat(9_996)}` } } }]);
});
