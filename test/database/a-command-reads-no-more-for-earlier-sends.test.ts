import type { Command } from '../../schemas/generated/command';
import { aPush, BUSINESS, command, idOf } from '../../streams/ledger/tests/fixtures/scenario';
import {
  aTextingBusiness,
  openLedgerAlone,
  reported,
  SENDS,
  type LedgerAlone,
} from '../fixtures/ledger-alone';

const SENDS_BEFORE = 20_000;
const PART = 2_000;
const PHONE = '+447911123456';
const MESSAGE = idOf('msg', 3);
/**
 * Blocks that may come on top: sixteen of the sends, what is asked of the others, and deeper trees. Reading all 20,000
 * sends takes more than 4,000 blocks.
 */
const MORE_FOR_MANY = 500;

const PUSH = aPush(3, { kind: 'updateable', notify: true, recipient_phone: PHONE, channels: ['sms'] });

const COMMANDS: readonly (readonly [string, (ledger: LedgerAlone) => Command | Promise<Command>])[] = [
  ['the report of a delivery', async (ledger) => reportOf(20, await newestEmail(ledger))],
  ['a quiet update', () => command(20, withoutNudge())],
  ['a nudging update', () => command(20, PUSH.body)],
  ['a resent text', () => command(20, { ResendNudge: { message_id: MESSAGE, channel: 'sms' } })],
  [
    'an opened message',
    () => command(20, { OpenMessage: { recipient_id: idOf('rcp', 3), message_id: MESSAGE } }),
  ],
  ['a retraction', () => command(20, { RetractMessage: { message_id: MESSAGE } })],
];

describe.each(['nudges of its message', 'refused texts of one nudge'] as const)('after 20,000 %s', (kind) => {
  let ledger: LedgerAlone;
  const few = new Map<string, number>();
  beforeAll(async () => {
    ledger = await openTexted();
    for (const [what, made] of COMMANDS) few.set(what, await ledger.blocksToTouchBy(await made(ledger)));
    await fill(ledger, kind);
  });
  afterAll(() => ledger.close());

  test.each(COMMANDS)('%s reads no more than after one', async (what, made) => {
    const many = await ledger.blocksToTouchBy(await made(ledger));
    expect(many).toBeLessThan(few.get(what)! + MORE_FOR_MANY);
  });
});

describe('after 20,000 refused texts', () => {
  let ledger: LedgerAlone;
  beforeEach(async () => {
    ledger = await openTexted();
  });
  afterEach(() => ledger.close());

  test('sends that still wait are cancelled, however many came after them', async () => {
    if (!('PushMessage' in PUSH.body)) throw new Error('no push');
    const send_at = PUSH.issued_at + 3_600_000;
    const scheduled = { ...PUSH.body.PushMessage, send_at, channels: ['email'] };
    await ledger.apply(command(10, { PushMessage: scheduled }));
    await fill(ledger, 'refused texts of one nudge');
    await ledger.apply(command(20, { RetractMessage: { message_id: MESSAGE } }));
    const emails = await ledger.database.query(SENDS, [BUSINESS, 'email']);
    expect(emails).toMatchObject([{ state: 'delivered' }, { state: 'cancelled' }]);
  });

  test('a text that replaced a WhatsApp message still forbids a second one', async () => {
    await ledger.database.query(FALLEN_BACK, [BUSINESS, MESSAGE]);
    await fill(ledger, 'refused texts of one nudge');
    const [refused] = await ledger.apply(
      command(20, { ResendNudge: { message_id: MESSAGE, channel: 'whatsapp' } }),
    );
    expect(refused).toMatchObject({
      answer: { status: 409, body: expect.stringContaining('escalated_to_sms') },
    });
  });
});

/** The message has been delivered by email, and its text was refused. */
async function openTexted(): Promise<LedgerAlone> {
  const ledger = await openLedgerAlone();
  await ledger.apply(...aTextingBusiness(), PUSH);
  await ledger.apply(
    reportOf(5, idOf('snd', 3), 'delivered'),
    reported(6, await ledger.sendOf('sms'), 'refused'),
  );
  return ledger;
}

function reportOf(n: number, send_id: string, status = 'complained'): Command {
  return command(n, { ReportDelivery: { send_id, status, provider_id: null, address_hash: null } });
}

function withoutNudge(): Command['body'] {
  if (!('PushMessage' in PUSH.body)) throw new Error('no push');
  return { PushMessage: { ...PUSH.body.PushMessage, notify: null } };
}

async function newestEmail({ database }: LedgerAlone): Promise<string> {
  const rows = await database.query<{ id: string }>(NEWEST, [BUSINESS, 'email']);
  return rows[0]!.id;
}

/**
 * Adds what 20,000 more nudges, each of them sent, or as many resends without credit would leave. Then it analyzes the
 * tables, as happens to tables that have grown.
 */
async function fill(
  { database }: LedgerAlone,
  kind: 'nudges of its message' | 'refused texts of one nudge',
): Promise<void> {
  const isEarlier = kind === 'nudges of its message';
  // In parts, because on a slow machine one statement for all of them would time out.
  for (let first = 1; first <= SENDS_BEFORE; first += PART) {
    const values = [BUSINESS, MESSAGE, first, first + PART - 1];
    await database.query(isEarlier ? EARLIER : REFUSED, isEarlier ? [...values, SENDS_BEFORE] : values);
  }
  if (isEarlier) await database.query(RENUMBER, [BUSINESS, MESSAGE, SENDS_BEFORE]);
  for (const text of ['ANALYZE sends', 'ANALYZE messages']) await database.query({ name: text, text }, []);
}

const EARLIER = {
  name: 'test-earlier-nudges',
  text: `
    INSERT INTO sends SELECT earlier.*
    FROM sends s, generate_series($3::int, $4::int) AS n, jsonb_populate_record(NULL::sends, to_jsonb(s) || jsonb_build_object(
      'id', 'snd_old' || n, 'nudge', n, 'state', 'queued', 'submitted_at', s.created_at,
      'created_at', s.created_at - ($5::int - n) * interval '1 second')) AS earlier
    WHERE s.business_id = $1 AND s.message_id = $2 AND s.channel = 'email' AND s.id NOT LIKE 'snd\\_old%'`,
};

const RENUMBER = {
  name: 'test-renumber',
  text: `
    WITH renumbered AS (
      UPDATE sends SET nudge = nudge + $3::int WHERE business_id = $1 AND message_id = $2 AND id NOT LIKE 'snd\\_old%'
    )
    UPDATE messages SET nudge = nudge + $3::int WHERE business_id = $1 AND id = $2`,
};

const REFUSED = {
  name: 'test-refused-texts',
  text: `
    INSERT INTO sends SELECT refused.*
    FROM messages m JOIN sends s ON s.business_id = m.business_id AND s.message_id = m.id AND s.channel = 'sms'
        AND s.id NOT LIKE 'snd\\_old%',
      generate_series($3::int, $4::int) AS n, jsonb_populate_record(NULL::sends, to_jsonb(s) || jsonb_build_object(
      'id', 'snd_old' || n || s.id, 'nudge', m.nudge, 'state', 'skipped', 'queued_at', NULL, 'skipped_reason', 'insufficient_credit',
      'fallback_of', NULL, 'created_at', s.created_at + n * interval '1 millisecond')) AS refused
    WHERE m.business_id = $1 AND m.id = $2`,
};

/** The refused text was the fallback of a WhatsApp message, and failed. */
const FALLEN_BACK = {
  name: 'test-fallen-back',
  text: `
    WITH text AS (
      UPDATE sends SET fallback_of = 'whatsapp', state = 'failed'
      WHERE business_id = $1 AND message_id = $2 AND channel = 'sms'
    )
    INSERT INTO sends SELECT whatsapp.*
    FROM sends s, jsonb_populate_record(NULL::sends, to_jsonb(s) || jsonb_build_object(
      'id', 'snd_whatsapp', 'channel', 'whatsapp', 'state', 'failed')) AS whatsapp
    WHERE s.business_id = $1 AND s.message_id = $2 AND s.channel = 'email'`,
};

const NEWEST = {
  name: 'test-newest',
  text: `
    SELECT id FROM sends WHERE business_id = $1 AND channel = $2 ORDER BY nudge DESC, created_at DESC LIMIT 1`,
};
