import { spentKeyReply } from '../../services/ingress/idempotency/idempotent-write';
import {
  aBusiness,
  aPush,
  BUSINESS,
  command,
  keyed,
  NOW,
  PLAIN_PUSH,
} from '../../streams/ledger/tests/fixtures/scenario';
import { openLedgerAlone, RIVAL, type LedgerAlone } from '../fixtures/ledger-alone';

// A request that may not spend a key, or whose twin is under way, is answered from the ledger's records, without the
// ledger.

const ADA = { recipient_email: 'ada@example.com' };

let ledger: LedgerAlone;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  await ledger.apply(aBusiness());
});
afterEach(() => ledger.close());

async function found(key: string, { businessId = BUSINESS, body = 'same body', nowMs = NOW } = {}) {
  const look = spentKeyReply(ledger.database, { now: () => nowMs });
  const { idempotency } = keyed(key, body);
  const reply = await look(businessId, idempotency!);
  return reply === undefined ? null : [reply.status, reply.headers['Idempotent-Replayed'] ?? null];
}

test('a key answers for a day, for its own business and its own body alone (IDEM-3, IDEM-7)', async () => {
  await ledger.apply(aPush(2, ADA, keyed('k')));
  const spentAt = NOW + 2_000;
  const dayMs = 86_400_000;
  expect(await found('k')).toEqual([201, 'true']);
  expect(await found('k', { body: 'another' })).toEqual([409, null]);
  expect(await found('k', { businessId: RIVAL })).toBeNull();
  expect(await found('k', { nowMs: spentAt + dayMs - 1 })).toEqual([201, 'true']);
  expect(await found('k', { nowMs: spentAt + dayMs })).toBeNull();
  expect(await found('k', { body: 'another', nowMs: spentAt + dayMs })).toBeNull();
});

test('from the first step of an erasure no answer names the person, and batches are left to the ledger (ERASE-2)', async () => {
  await ledger.apply(command(2, { Refuse: { ...ADA, detail: '[]' } }, keyed('refused')));
  const item = { push: { ...PLAIN_PUSH, ...ADA }, refusal: null, recipient_email: null, spends_key: true };
  const items = [{ ...item, ...keyed('item') }];
  await ledger.apply(aPush(3, ADA, keyed('push')));
  await ledger.apply(command(4, { PushBatch: { items } }, keyed('batch')));
  await ledger.apply(aPush(5, { recipient_email: 'bob@example.com' }, keyed('bob')));
  expect([await found('push'), await found('batch')]).toEqual([
    [201, 'true'],
    [200, 'true'],
  ]);

  await ledger.apply(command(6, { EraseRecipient: ADA }, keyed('erasure')));
  expect([await found('push'), await found('item')]).toEqual([
    [404, null],
    [404, null],
  ]);
  expect([await found('batch'), await found('erasure')]).toEqual([null, null]);
  // The first was refused before the recipient existed, the second names another person.
  expect([await found('refused'), await found('bob')]).toEqual([
    [422, 'true'],
    [201, 'true'],
  ]);
});
