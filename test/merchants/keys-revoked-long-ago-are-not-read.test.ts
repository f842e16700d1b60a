import type { Command } from '../../schemas/generated/command';
import { BATCH_LIMITS } from '../../streams/ledger/store/batch-limits';
import { aBusiness, BUSINESS, command, HOUSE, idOf } from '../../streams/ledger/tests/fixtures/scenario';
import { load } from '../../streams/ledger/store/load';
import { openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

const AN_HOUR_MS = 3_600_000;

let ledger: LedgerAlone;
beforeAll(async () => {
  ledger = await openLedgerAlone();
  const [children, grandchild] = [[2, 3, 4].map((n) => aKey(n, key(1))), aKey(5, key(2))];
  await ledger.apply(aBusiness(), ...children, grandchild, revoking(6, key(2)), revoking(7, key(3)));
});
afterAll(() => ledger.close());

test('within an hour, a repeated revocation still names all the keys that it revoked', async () => {
  const [applied] = await ledger.apply(later(revoking(8, key(2)), AN_HOUR_MS - 60_000));
  const { revoked } = JSON.parse(applied!.answer!.body) as { revoked: string[] };
  expect([applied!.answer!.status, revoked.length]).toEqual([404, 2]);
});

test('after that a revoked key is read only when a command names it; keys in force are read', async () => {
  const commands = [later(revoking(9, key(3)), 2 * AN_HOUR_MS)];
  const { apiKeys } = await ledger.database.transaction((sql) =>
    load(sql, commands.map(timed), { rules: HOUSE, limits: BATCH_LIMITS }),
  );
  expect(Array.from(apiKeys.values(), ({ id }) => id).toSorted()).toEqual([key(1), key(3), key(4)]);
  const answers = await ledger.apply(...commands, later(revoking(10, key(1)), 2 * AN_HOUR_MS));
  expect(answers.map(({ answer }) => answer?.status)).toEqual([404, 200]);
});

test('of 20,000 keys revoked within the hour, only the newest are read, and those revoked with the named key', async () => {
  const alone = await ledger.blocksToTouchBy(later(revoking(11, key(2)), 60_000));
  await ledger.database.query(REVOKED, [BUSINESS]);
  const commands = [later(revoking(11, key(2)), 60_000)];
  const limits = { rules: HOUSE, limits: BATCH_LIMITS };
  const { apiKeys } = await ledger.database.transaction((sql) => load(sql, commands.map(timed), limits));
  const ids = Array.from(apiKeys.values(), ({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([key(2), key(5), 'key_revoked20000']));
  expect(ids.length).toBeLessThan(210);
  // 200 rows are read through an index, then through their keys. That is a handful of blocks each, and not one for each
  // of 20,000.
  expect(await ledger.blocksToTouchBy(...commands)).toBeLessThan(alone + 2_000);
});

const REVOKED = {
  name: 'test-revoked-keys',
  text: `
    INSERT INTO api_keys (business_id, id, sha256, masked, name, minted_by, detached, created_at, revoked_at)
    SELECT k.business_id, 'key_revoked' || n, sha256(n::text::bytea), k.masked, k.name, k.id, false, k.created_at,
      k.created_at + interval '10 seconds' + n * interval '1 millisecond'
    FROM api_keys k, generate_series(1, 20000) AS n WHERE k.business_id = $1 AND k.minted_by IS NULL`,
};

/** The key that command n creates. */
function key(n: number): string {
  return idOf('key', n);
}

function aKey(n: number, maker: string): Command {
  const fields = { sha256: Buffer.alloc(32, n), last4: 'abcd', name: 'API key', scopes: ['messages'] };
  return command(n, { CreateKey: { key: fields, minted_by: maker, detach: false } });
}

function revoking(n: number, key_id: string): Command {
  return command(n, { RevokeKey: { key_id } });
}

function later(one: Command, byMs: number): Command {
  return { ...one, issued_at: one.issued_at + byMs };
}

function timed(one: Command): { command: Command; nowMs: number } {
  return { command: one, nowMs: one.issued_at };
}
