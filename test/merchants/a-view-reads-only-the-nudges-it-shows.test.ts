import fc from 'fast-check';
import { deliveryView, type SendRow } from '../../services/ingress/messages/delivery-view';
import { shownSends } from '../../services/ingress/messages/shown-sends';
import { aBusiness, aPush, BUSINESS, idOf } from '../../streams/ledger/tests/fixtures/scenario';
import { blocksTouched, openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

let ledger: LedgerAlone;
beforeAll(async () => {
  ledger = await openLedgerAlone();
  await ledger.apply(aBusiness(), aPush(2));
});
afterAll(() => ledger.close());

test('a view shows the same as all sends of its message together, in any state and number (MSG-16)', async () => {
  const messages = fc.sample(fc.array(NUDGE, { minLength: 1, maxLength: 40, size: 'max' }), {
    seed: 20_351,
    numRuns: 60,
  });
  const refs = messages.map((nudges, index) => ({ id: `msg_${String(index)}`, nudge: nudges.length }));
  for (const [index, nudges] of messages.entries()) await insert(refs[index]!.id, nudges);
  const shown = await shownSends(ledger.database, BUSINESS, refs);
  for (const { id, nudge } of refs) {
    const all = await ledger.database.query<SendRow>(ALL, [BUSINESS, id]);
    const some = shown.filter(({ message_id }) => message_id === id);
    expect([id, viewOf(nudge, some)]).toEqual([id, viewOf(nudge, all)]);
  }
  expect(messages.filter((nudges) => nudges.length > 16).length).toBeGreaterThan(20);
});

test('after 20,000 nudges a view reads hardly more than after one', async () => {
  const id = idOf('msg', 2);
  const read = (nudge: number) =>
    ledger.database.transaction((sql) =>
      blocksTouched(sql, () => shownSends(sql, BUSINESS, [{ id, nudge }])),
    );
  const one = await read(1);
  await ledger.database.query(SUPERSEDED, [BUSINESS, id]);
  expect(await read(20_001)).toBeLessThan(one + 100);
});

interface Nudge {
  readonly channels: readonly ('email' | 'sms' | 'whatsapp')[];
  readonly hasFreshLink: boolean;
  readonly isSubmitted: boolean;
  readonly reason: string | null;
}

/** Nearly all are neither submitted nor refused, as happens when a message is nudged again before its email is sent. */
const NUDGE: fc.Arbitrary<Nudge> = fc.record({
  channels: fc.array(fc.constantFrom('sms', 'whatsapp'), { maxLength: 4 }),
  hasFreshLink: fc.boolean(),
  isSubmitted: fc.nat({ max: 11 }).map((chance) => chance === 0),
  reason: fc.nat({ max: 11 }).map((chance) => (chance === 0 ? 'suppressed' : null)),
});

async function insert(messageId: string, nudges: readonly Nudge[]): Promise<void> {
  const at = (moment: number) => new Date(Date.UTC(2026, 0, 1) + moment * 1_000).toISOString();
  const rows = nudges.flatMap(({ channels, hasFreshLink, isSubmitted, reason }, index) =>
    ['email', ...channels, ...(hasFreshLink ? ['fresh link'] : [])].map((channel, place) => ({
      id: `snd_${messageId}_${String(index)}_${String(place)}`,
      message_id: messageId,
      channel: channel === 'fresh link' ? 'email' : channel,
      nudge: channel === 'fresh link' ? null : index + 1,
      state: reason === null ? 'queued' : 'skipped',
      skipped_reason: reason,
      submitted_at: isSubmitted ? at(index) : null,
      created_at: at(index * 10 + place),
      updated_at: at(index * 10 + place),
    })),
  );
  await ledger.database.query(INSERT, [JSON.stringify(rows)]);
}

function viewOf(nudge: number, sends: readonly SendRow[]): object {
  return deliveryView({ nudge, openedAt: null }, sends);
}

const INSERT = {
  name: 'test-insert-sends',
  text: `
    INSERT INTO sends SELECT made.*
    FROM (SELECT * FROM sends WHERE message_id NOT LIKE 'msg\\__' LIMIT 1) s, jsonb_array_elements($1::jsonb) AS row,
      jsonb_populate_record(NULL::sends, to_jsonb(s) || row) AS made`,
};

const ALL = {
  name: 'test-all-sends',
  text: `
    SELECT * FROM sends WHERE business_id = $1 AND message_id = $2 AND nudge IS NOT NULL ORDER BY created_at, id`,
};

const SUPERSEDED = {
  name: 'test-superseded-nudges',
  text: `
    INSERT INTO sends SELECT later.*
    FROM sends s, generate_series(2, 20001) AS n, jsonb_populate_record(NULL::sends, to_jsonb(s) || jsonb_build_object(
      'id', 'snd_later' || n, 'nudge', n, 'state', 'cancelled', 'created_at', s.created_at + n * interval '1 second'))
      AS later
    WHERE s.business_id = $1 AND s.message_id = $2`,
};
