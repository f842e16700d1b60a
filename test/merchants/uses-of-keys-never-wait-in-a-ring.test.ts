import { createKeyUses } from '../../services/ingress/access/key-uses';
import type { Sql } from '../../streams/runtime/postgres/database';
import { untilHeldUp } from '../fixtures/held-up';
import { openLedgerDatabase } from '../fixtures/ledger-database';

const NOW = 1_790_000_000_000;

test("uses of keys are written in the order of the keys' ids, in any order of use (HAZ-15)", async () => {
  const database = await openLedgerDatabase();
  const lock = (sql: Sql, id: string) => sql.query(LOCK, [id]);
  try {
    for (const id of ['key_2', 'key_1']) await database.query(INSERT, [id, Buffer.from(id), new Date(NOW)]);
    const uses = createKeyUses(database, { now: () => NOW });
    uses.note('key_2');
    uses.note('key_1');

    let flushed: Promise<void> | undefined;
    await database.transaction(async (other) => {
      await lock(other, 'key_1');
      flushed = uses.flush();
      flushed.catch(() => undefined);
      await untilHeldUp(database);
      await lock(other, 'key_2');
    });
    await flushed;
    const used = { lastUsedAt: new Date(NOW) };
    expect(await database.query(USES, [])).toEqual([used, used]);
  } finally {
    await database.close();
  }
});

const INSERT = {
  name: 'test-insert-key',
  text: `
    INSERT INTO api_keys (business_id, id, sha256, masked, name, created_at)
    VALUES ('biz_1', $1, $2, 'osk_…', 'Till', $3)`,
};
const LOCK = { name: 'test-lock-key', text: 'SELECT FROM api_keys WHERE id = $1 FOR NO KEY UPDATE' };
const USES = { name: 'test-uses', text: 'SELECT last_used_at AS "lastUsedAt" FROM api_keys' };
