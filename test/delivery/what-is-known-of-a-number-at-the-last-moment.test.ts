import { aPush, BUSINESS, HOUSE, NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { OTHER_PHONE, PHONE } from '../../streams/ledger/tests/fixtures/world';
import { claim } from '../../streams/sender/claim';
import { smsChannel } from '../../streams/channels/sms/sender/sending-channel';
import {
  aTextingBusiness,
  openLedgerAlone,
  RIVAL,
  workFor,
  type LedgerAlone,
} from '../fixtures/ledger-alone';

const MINUTE_MS = 60_000;
const hashNumber = (phone: string) => HOUSE.hash('number', phone);
const TEXTS = smsChannel({
  hashNumber,
  links: { short: () => ({ code: 'code', url: '', path: '' }) },
  smsSender: '+447700900999',
  warmUp: { perDay: 100, days: 14 },
});

/** A text that waits. */
let ledger: LedgerAlone;
let text: string;
let queuedAt: Date;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  await ledger.apply(...aTextingBusiness(), aPush(3, { recipient_phone: PHONE, channels: ['sms'] }));
  text = await ledger.sendOf('sms');
  const [row] = await ledger.database.query<{ queuedAt: Date }>(QUEUED_AT, [text]);
  ({ queuedAt } = row!);
});
afterEach(() => ledger.close());

describe('after five others to its number within ten minutes', () => {
  const crowd = { businessId: BUSINESS, phone: PHONE, state: 'queued', agoMs: MINUTE_MS };

  test.each(['queued', 'delivered', 'read', 'failed'])(
    'a text is not sent; one that is %s counts (CHAN-11)',
    async (state) => {
      for (const n of [1, 2, 3, 4]) await earlier(n, crowd);
      await earlier(5, { ...crowd, state });
      expect(await claimed()).toMatchObject([{ step: 'skip', reason: 'rate_limited' }]);
    },
  );

  test('a text is not sent, however late its sender gets to it, so texts do not pile up behind an outage', async () => {
    for (const n of [1, 2, 3, 4, 5]) await earlier(n, crowd);
    const anHourLater = new Date(queuedAt.getTime() + 60 * MINUTE_MS);
    expect(await claimed(workFor(text), anHourLater)).toMatchObject([
      { step: 'skip', reason: 'rate_limited' },
    ]);
  });

  test.each([
    ['was skipped', { state: 'skipped' }],
    ['was cancelled', { state: 'cancelled' }],
    ['was rejected', { state: 'rejected' }],
    ['was queued ten minutes ago', { agoMs: 10 * MINUTE_MS }],
    ['was queued after it', { agoMs: -1 }],
    ["is another business's", { businessId: RIVAL }],
    ['went to another number', { phone: OTHER_PHONE }],
  ])('a text is sent if one of them %s', async (_, other) => {
    for (const n of [1, 2, 3, 4]) await earlier(n, crowd);
    await earlier(5, { ...crowd, ...other });
    expect(await claimed()).toMatchObject([{ step: 'submit' }]);
  });
});

test.each([
  ["another business's", [RIVAL, hashNumber(PHONE), 'sms']],
  ["another channel's", [BUSINESS, hashNumber(PHONE), 'whatsapp']],
  ["another number's", [BUSINESS, hashNumber(OTHER_PHONE), 'sms']],
])(
  'a text is sent despite a stop that is %s; a stop for its own business, channel and number skips it (CONSENT-11)',
  async (_, other) => {
    await ledger.database.query(STOP, [...other, new Date(NOW)]);
    const stopped = workFor(text);
    expect(await claimed(stopped)).toMatchObject([{ step: 'submit' }]);
    stopped.doubtfulClaims.push('s/1');
    await ledger.database.query(STOP, [BUSINESS, hashNumber(PHONE), 'sms', new Date(NOW)]);
    expect(await claimed(stopped)).toMatchObject([{ step: 'skip', reason: 'stopped' }]);
  },
);

function claimed(work = workFor(text), now = queuedAt): ReturnType<typeof claim> {
  const moment = { sender: 's/1', now, startedAt: now };
  return claim(ledger.database, TEXTS, [work], moment);
}

interface Earlier {
  readonly businessId: string;
  readonly phone: string;
  readonly state: string;
  readonly agoMs: number;
}

async function earlier(n: number, { businessId, phone, state, agoMs }: Earlier): Promise<void> {
  const at = new Date(queuedAt.getTime() - agoMs);
  await ledger.database.query(EARLIER, [businessId, `snd_${String(n)}`, phone, state, at]);
}

const QUEUED_AT = {
  name: 'test-queued-at',
  text: 'SELECT queued_at AS "queuedAt" FROM sends WHERE id = $1',
};
const EARLIER = {
  name: 'test-earlier-send',
  text: `
    INSERT INTO sends (business_id, id, message_id, recipient_id, channel, phone, state, queued_at, created_at, updated_at)
    VALUES ($1, $2, 'msg_1', 'rcp_1', 'sms', $3, $4, $5, $5, $5)`,
};
const STOP = {
  name: 'test-number-stop',
  text: "INSERT INTO number_stops VALUES ($1, $2, $3, 'inbox', $4)",
};
