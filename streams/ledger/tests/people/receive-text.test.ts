import { topics } from '../../../../schemas/topics';
import { hashKey } from '../../store/row-keys';
import { WorkingSet } from '../../store/working-set';
import { aBusiness, aPush, bring, BUSINESS, command, HOUSE, idOf, NOW } from '../fixtures/scenario';

interface Said {
  readonly phone?: string;
  readonly word: string;
  readonly id: string;
  readonly channel: string;
  readonly at?: number;
  readonly to?: string;
}

const said = (n: number, { word, id, channel, at, to = '+447700900999', phone = PHONE }: Said) => {
  const numbers = { phone, own_number: to };
  return command(
    n,
    { ReceiveText: { channel, ...numbers, word, provider_id: id, written_at: at ?? null } },
    { business_id: 'platform-1' },
  );
};

const PHONE = '+447700900123';

/** Two businesses text the number; in one of them no recipient holds it any more. */
function isHeldBy(set: WorkingSet, channel: string): void {
  set.holders.set(`${hashKey(HOUSE.hash('number', PHONE))} +447700900999 ${channel}`, [
    { businessId: 'biz_1', recipientId: 'rcp_1' },
    { businessId: 'biz_2', recipientId: null },
  ]);
}

describe.each(['sms', 'whatsapp'])('a word that is written on %s', (channel) => {
  test('counts once: a repeated START does not lift the STOP that came after it (CONSENT-12)', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'start', id: 'one', channel }));
    bring(set, said(2, { word: 'stop', id: 'two', channel }));
    const { outputs, written } = bring(set, said(3, { word: 'start', id: 'one', channel }));
    expect([outputs, written.autoReplies]).toEqual([[], []]);
    expect([...set.textedStops.values()]).toMatchObject([{ channel }]);
  });

  test('is lifted by a START on the same channel', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel }));
    bring(set, said(2, { word: 'start', id: 'two', channel }));
    expect([...set.textedStops.values()]).toEqual([]);
  });

  test('counts in the order of writing: a START that arrives late lifts no later STOP (CONSENT-12)', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW - 3_000 }));
    bring(set, said(2, { word: 'stop', id: 'three', channel, at: NOW - 1_000 }));
    bring(set, said(3, { word: 'start', id: 'two', channel, at: NOW - 2_000 }));
    expect([...set.textedStops.values()]).toMatchObject([{ stoppedAt: new Date(NOW - 1_000) }]);
    bring(set, said(4, { word: 'start', id: 'four', channel, at: NOW }));
    expect([...set.textedStops.values()]).toEqual([]);
  });

  test('counts in that order also if an earlier STOP arrives after a later one', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'three', channel, at: NOW - 1_000 }));
    bring(set, said(2, { word: 'stop', id: 'one', channel, at: NOW - 3_000 }));
    bring(set, said(3, { word: 'start', id: 'two', channel, at: NOW - 2_000 }));
    expect([...set.textedStops.values()]).toMatchObject([{ stoppedAt: new Date(NOW - 1_000) }]);
  });

  test('counts in order of arrival within one moment, because platforms give times in seconds', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW }));
    bring(set, said(2, { word: 'start', id: 'two', channel, at: NOW }));
    expect([...set.textedStops.values()]).toEqual([]);
  });

  test('neither stops nor lifts if it is HELP, and no business gets a command', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel }));
    isHeldBy(set, channel);
    const { outputs } = bring(set, said(2, { word: 'help', id: 'two', channel }));
    expect([...set.textedStops.values()]).toHaveLength(1);
    expect(outputs.filter(({ topic }) => topic === topics.commands.name)).toEqual([]);
  });

  test.each(['stop', 'start'])(
    '%s becomes a command for each business that it concerns, with ids and hashes only',
    (word) => {
      const set = new WorkingSet();
      isHeldBy(set, channel);
      const { outputs } = bring(set, said(1, { word, id: 'one', channel }));
      const commands = outputs.filter(({ topic }) => topic === topics.commands.name);
      const about = { channel, number_hash: HOUSE.hash('number', PHONE), own_number: '+447700900999' };
      expect(commands).toMatchObject([
        {
          key: 'biz_1',
          value: { business_id: 'biz_1', body: { ApplyText: { ...about, recipient_id: 'rcp_1' } } },
        },
        {
          key: 'biz_2',
          value: { business_id: 'biz_2', body: { ApplyText: { ...about, recipient_id: null } } },
        },
      ]);
      const ids = commands.map(({ value }) => (value as { command_id: string }).command_id);
      expect(new Set([idOf('cmd', 1), ...ids]).size).toBe(3);
    },
  );

  test("is never dated in the future, even if the provider's clock is ahead", () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW + 86_400_000 }));
    bring(set, said(2, { word: 'start', id: 'two', channel }));
    expect([...set.textedStops.values()]).toEqual([]);
  });
});

test.each([
  { channel: 'sms', left: ['+447700900999'] },
  { channel: 'whatsapp', left: [] },
])('a START to another number leaves of a STOP on $channel: $left (CONSENT-10)', ({ channel, left }) => {
  const set = new WorkingSet();
  const other = '+447700900998';
  bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW - 3_000 }));
  bring(set, said(2, { word: 'start', id: 'late', channel, at: NOW - 4_000, to: other }));
  expect([...set.textedStops.values()]).toHaveLength(1);
  bring(set, said(3, { word: 'start', id: 'two', channel, at: NOW - 2_000, to: other }));
  expect([...set.textedStops.values()].map(({ ownNumber }) => ownNumber)).toEqual(left);
});

test('on WhatsApp a START lifts nothing while a later STOP to any of our numbers stands (CONSENT-14)', () => {
  const set = new WorkingSet();
  const channel = 'whatsapp';
  bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW - 3_000 }));
  bring(set, said(2, { word: 'stop', id: 'three', channel, at: NOW - 1_000, to: '+447700900998' }));
  bring(set, said(3, { word: 'start', id: 'two', channel, at: NOW - 2_000 }));
  expect([...set.textedStops.values()]).toHaveLength(2);
});

test.each(['stop', 'start', 'help'])('%s is answered by a text from the number it was sent to', (word) => {
  const set = new WorkingSet();
  set.ownersOf.set('+447700900999', 'Bloom & Co');
  const { outputs, written } = bring(set, said(1, { word, id: 'one', channel: 'sms' }));
  expect(outputs.map(({ topic }) => topic)).toEqual([topics.sendsSms.name]);
  expect(written.autoReplies).toMatchObject([
    { channel: 'sms', address: PHONE, sender: '+447700900999', takenAt: null },
  ]);
  expect((written.autoReplies[0] as { text: string }).text).toContain('Bloom & Co');
});

test.each(['stop', 'start', 'help'])('%s gets no answer on WhatsApp', (word) => {
  const { outputs, written } = bring(new WorkingSet(), said(1, { word, id: 'one', channel: 'whatsapp' }));
  expect(outputs).toEqual([]);
  expect(written.autoReplies).toMatchObject([{ address: '', text: '', takenAt: new Date(NOW + 1_000) }]);
});

describe('the answers by text (CONSENT-20)', () => {
  const texts = (outputs: readonly { topic: string }[]) =>
    outputs.filter(({ topic }) => topic === topics.sendsSms.name).length;
  /** Texts words from one number, one a second, to two of our numbers in turn. Returns how many were answered. */
  const answered = (set: WorkingSet, from: number, words: number, phone = PHONE) =>
    Array.from({ length: words }, (_, at) => {
      const to = at % 2 === 0 ? '+447700900999' : '+447700900998';
      return bring(set, said(from + at, { word: 'help', id: `w${from + at}`, channel: 'sms', to, phone }));
    });

  test('to one number are five a day, over all numbers of ours that it writes to', () => {
    const set = new WorkingSet();
    const all = answered(set, 1, 8);
    expect(all.map(({ outputs }) => texts(outputs))).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    expect(all.at(-1)!.body).toEqual({ withheld: 'daily_limit' });
    expect(all.at(-1)!.written.autoReplies).toMatchObject([{ address: '', text: '' }]);
    // Another number has five of its own, and the first has five again on the next day (UTC).
    expect(answered(set, 20, 1, '+447700900124').map(({ outputs }) => texts(outputs))).toEqual([1]);
    const tomorrow = 24 * 60 * 60;
    expect(answered(set, tomorrow, 6).map(({ outputs }) => texts(outputs))).toEqual([1, 1, 1, 1, 1, 0]);
  });

  test('are limited and the words are not: a STOP beyond the limit holds, and reaches the businesses', () => {
    const set = new WorkingSet();
    answered(set, 1, 5);
    isHeldBy(set, 'sms');
    const { outputs } = bring(set, said(9, { word: 'stop', id: 'stop', channel: 'sms' }));
    expect([texts(outputs), outputs.length]).toEqual([0, 2]);
    expect([...set.textedStops.values()]).toHaveLength(1);
    bring(set, said(10, { word: 'start', id: 'start', channel: 'sms' }));
    expect([...set.textedStops.values()]).toEqual([]);
  });

  test.each([
    ['the United States', '+12025550123'],
    ['Canada', '+16135550123'],
    ['a fixed line', '+442079460000'],
    ['a premium number', '+449012345678'],
    ['a country that there is not', '+9995551234'],
  ])('do not go to %s, whose STOP holds', (_what, phone) => {
    const set = new WorkingSet();
    const { outputs, body } = bring(set, said(1, { word: 'stop', id: 'one', channel: 'sms', phone }));
    expect([texts(outputs), body]).toEqual([0, { withheld: 'never_texted' }]);
    expect([...set.textedStops.values()]).toHaveLength(1);
  });
});

test('a START that arrives late is not confirmed, because the STOP after it holds', () => {
  const set = new WorkingSet();
  bring(set, said(1, { word: 'stop', id: 'two', channel: 'sms', at: NOW - 1_000 }));
  const late = () => bring(set, said(2, { word: 'start', id: 'one', channel: 'sms', at: NOW - 2_000 }));
  expect(late().outputs).toEqual([]);
  // The word counts as answered all the same, because the provider may repeat it.
  expect(late().written.autoReplies).toEqual([]);
});

describe('a word reaches its business after the number has changed', () => {
  const SETTLED = { sms: 'smsTextStoppedAt', whatsapp: 'whatsappTextStoppedAt' } as const;
  const aMovedRecipient = () => {
    const set = new WorkingSet();
    bring(set, aBusiness());
    bring(set, aPush(2, { recipient_phone: PHONE }));
    const [{ id: recipient_id } = { id: '' }] = set.recipients.values();
    const settle = (n: number, channel: string) => {
      const about = { channel, number_hash: HOUSE.hash('number', PHONE), own_number: '+447700900999' };
      bring(set, command(n, { ApplyText: { ...about, recipient_id } }, { business_id: BUSINESS }));
      return [...set.recipients.values()][0]!;
    };
    const request = { recipient_email: 'ada@example.com', phone: '+447700900456', source: 'api' };
    const move = () => bring(set, command(6, { SetPhone: request }));
    return { set, settle, move };
  };

  test.each(['sms', 'whatsapp'] as const)('a STOP on %s stays with its writer (CONSENT-13)', (channel) => {
    const { set, settle, move } = aMovedRecipient();
    bring(set, said(4, { word: 'stop', id: 'one', channel }));
    move();
    expect(settle(7, channel)[SETTLED[channel]]).toEqual(new Date(NOW + 4_000));
  });

  test.each(['sms', 'whatsapp'] as const)('a START on %s lifts no stop of the next number', (channel) => {
    const { set, settle, move } = aMovedRecipient();
    bring(set, said(3, { word: 'stop', id: 'one', channel }));
    settle(4, channel);
    bring(set, said(5, { word: 'start', id: 'two', channel }));
    expect([...set.textedStops.values()]).toEqual([]);
    move();
    expect(settle(7, channel)[SETTLED[channel]]).toEqual(new Date(NOW + 3_000));
  });
});
