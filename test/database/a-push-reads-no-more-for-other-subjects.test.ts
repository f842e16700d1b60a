import { aBusiness, aPush, BUSINESS } from '../../streams/ledger/tests/fixtures/scenario';
import type { Command } from '../../schemas/generated/command';
import { openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

const SUBJECTS = 20_000;
const PUSHES = 100;

let ledger: LedgerAlone;
beforeAll(async () => {
  ledger = await openLedgerAlone();
  await ledger.apply(aBusiness(), quiet(2, 'Your order 0'));
});
afterAll(() => ledger.close());

test('an updateable push touches as few blocks among 20,000 subjects of its recipient as among a few', async () => {
  await ledger.apply(...pushes(100));
  // Within a batch Postgres may reuse what it read for the push before, so only a push that comes alone shows its whole
  // cost.
  const alone = await ledger.blocksTouchedBy(quiet(200, 'Your return 7'));
  const together = await ledger.blocksTouchedBy(...pushes(300));
  await fill();
  // Trees that have grown are one or two levels deeper.
  expect(await ledger.blocksTouchedBy(quiet(400, 'Your return 7'))).toBeLessThan(2 * alone);
  expect(await ledger.blocksTouchedBy(...pushes(500))).toBeLessThan(2 * together);
});

test('a push updates the newest message of exactly its subject: other case or an extra space is another subject', async () => {
  const [exact] = await ledger.apply(quiet(700, 'Your order 700'));
  expect(bodyOf(exact)).toMatchObject({ id: 'msg_other700', created: false });
  for (const [index, subject] of ['your order 700', 'Your order 700 ', 'Your  order 700'].entries()) {
    const [other] = await ledger.apply(quiet(701 + index, subject));
    expect(bodyOf(other)).toMatchObject({ subject, created: true });
  }
});

test('the longest subject that a push may have is stored and found', async () => {
  const subject = '\u{1F4E6}'.repeat(300);
  const [created] = await ledger.apply(quiet(800, subject));
  const [updated] = await ledger.apply(quiet(801, subject));
  expect(bodyOf(updated)).toMatchObject({ id: bodyOf(created)['id'], created: false });
});

function pushes(from: number): Command[] {
  return Array.from({ length: PUSHES }, (_, index) => quiet(from + index, `Your return ${String(index)}`));
}

function quiet(n: number, subject: string): Command {
  return aPush(n, { kind: 'updateable', subject, notify: false });
}

function bodyOf(applied: { answer: { body: string } | null } | undefined): Record<string, unknown> {
  return JSON.parse(applied?.answer?.body ?? '{}') as Record<string, unknown>;
}

/** Adds what 20,000 pushes with different subjects would leave. */
async function fill(): Promise<void> {
  const text = `
    INSERT INTO messages (business_id, id, recipient_id, kind, status, subject, body, nudged, created_at, updated_at)
    SELECT $1, 'msg_other' || n, r.id, 'updateable', 'active', 'Your order ' || n, '', false, now(), now()
    FROM recipients r, generate_series(1, ${String(SUBJECTS)}) AS n WHERE r.business_id = $1`;
  await ledger.database.query({ name: 'test-fill', text }, [BUSINESS]);
}
