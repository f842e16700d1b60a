import type { Command } from '../../schemas/generated/command';
import { soundTimes } from '../../services/pipeline/sound-times';
import { forgetExpired } from '../../streams/ledger/housekeeping/forget';
import { aNewBusiness, append, balanceOf, countOf, pushFor, topUpOf } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const DAY_MS = 86_400_000;
const AHEAD_MS = DAY_MS + 60_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('a command from a host whose clock is a day ahead is dated back, so a key spent before it stays spent (IDEM-7)', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const url = await ledger.ready();
  const business = aNewBusiness();
  await append(world, [
    business.creation,
    keyed(pushFor(business.id)),
    { ...topUpOf(business.id, 1), issued_at: Date.now() + AHEAD_MS },
    keyed(pushFor(business.id)),
    topUpOf(business.id, 1),
  ]);
  await until('all are applied', async () => (await balanceOf(world, business.id)) === 2);

  expect(await countOf(world, 'messages', business.id)).toBe(1);
  const [position] = await world.database.query<{ at: number }>(LAST_NOW, []);
  expect(position!.at).toBeLessThan(Date.now() + 60_000);
  await ledger.logged(/^commands from a clock ahead of this one are dated back/);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('ledger_commands_ahead_total 1');
});

test('a ledger whose own clock is a day ahead drops no key of other ledgers (HAZ-19)', async () => {
  const keys = async () => (await world.database.query<{ count: number }>(KEYS, []))[0]!.count;
  const before = await keys();
  const ahead = () => Date.now() + AHEAD_MS;
  await forgetExpired(world.database, await soundTimes(world.database, { now: ahead }, ahead));
  expect([before, await keys()]).toEqual([1, 1]);
  await forgetExpired(world.database, { nowMs: ahead() + DAY_MS, wallNowMs: ahead() });
  expect(await keys()).toBe(0);
});

function keyed(command: Command): Command {
  return { ...command, idempotency: { key_hash: Buffer.alloc(32, 1), fingerprint: Buffer.alloc(32, 2) } };
}

const LAST_NOW = { name: 'test-last-now', text: 'SELECT last_now_ms AS at FROM positions' };
const KEYS = { name: 'test-keys', text: 'SELECT count(*) FROM idempotency_records' };
