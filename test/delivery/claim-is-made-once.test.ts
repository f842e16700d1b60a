import { claim, type Claim } from '../../streams/sender/claim';
import { giveBackShares, takeShares } from '../../streams/sender/claim-store';
import { workOf, type Work } from '../../streams/sender/work';
import { untilHeldUp } from '../fixtures/held-up';
import { aNewBusiness, append, countOf, pushFor, sendsOf } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const SENDS = 30;
const NOW = new Date('2026-11-15T12:00:00Z');
/** A channel that lets everything through and counts it. */
const channel = {
  checkGates: async () => () => ({
    goes: true as const,
    counts: [
      { counter: 'emails_per_day' as const, period: '2026-11-15', limit: { cap: 1_000, reason: 'full' } },
    ],
    shortLink: null,
  }),
  silenced: async () => new Set<string>(),
};

let world: World;
let business: string;
let sendIds: string[];
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
  const ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
  const made = aNewBusiness();
  business = made.id;
  await append(world, [made.creation, ...Array.from({ length: SENDS }, () => pushFor(made.id))]);
  sendIds = await until('all are queued', async () => {
    const sends = await sendsOf(world, business);
    return sends.length === SENDS ? sends.map(({ id }) => id) : undefined;
  });
  await ledger.stop();
});
afterAll(() => world.close());

test('however many senders claim the same sends at once, one of them claims each send', async () => {
  await world.database.query(USED_YESTERDAY, [business]);
  const rivals = Array.from({ length: 8 }, (_, rival) =>
    claimBy(`rival-${rival}`, rival % 2 === 0 ? sendIds.slice(0, 20) : sendIds.slice(0, 20).toReversed()),
  );
  const claimed = (await Promise.all(rivals)).flat().filter(({ step }) => step === 'submit');
  expect(claimed.map(({ work }) => work.sendId).toSorted()).toEqual(sendIds.slice(0, 20));
  expect(await countOf(world, 'send_attempts', business)).toBe(20);
  expect(await used('2026-11-15')).toBe(20);
  expect(await used('2026-11-14')).toBe(7);
});

test('a claim whose commit got no answer is taken up by its own sender, counted once, and by no other sender (HAZ-5)', async () => {
  const doubted = workFor(sendIds[20]!);
  expect(await steps(claim(world.database, channel, [doubted], momentOf('mine/1')))).toEqual(['submit']);
  expect(await steps(claimBy('other/1', [sendIds[20]!]))).toEqual(['pass']);

  doubted.doubtfulClaims.push('mine/1');
  expect(await steps(claim(world.database, channel, [doubted], momentOf('mine/2')))).toEqual(['submit']);
  expect(await used('2026-11-15')).toBe(21);
  // It was taken up under another name, so the first claim is no longer in doubt.
  expect(await steps(claim(world.database, channel, [doubted], momentOf('mine/3')))).toEqual(['pass']);
});

test('a claim whose commit certainly failed is repeated as if nothing had happened', async () => {
  const work = workFor(sendIds[21]!);
  const failing = {
    ...world.database,
    transaction: (run: Parameters<typeof world.database.transaction>[0]) =>
      world.database.transaction(async (sql) => {
        await run(sql);
        throw new Error('the connection is gone');
      }),
  };
  await expect(claim(failing as never, channel, [work], momentOf('mine/4'))).rejects.toThrow('gone');
  work.doubtfulClaims.push('mine/4');
  expect(await steps(claim(world.database, channel, [work], momentOf('mine/5')))).toEqual(['submit']);
});

test('an automatic reply is taken once, however often its record is read', async () => {
  const id = 'aut_01kf0000000000000000000001';
  await world.database.query(AUTO_REPLY, [business, id, NOW]);
  const work = workFor(id);
  expect(await claim(world.database, channel, [work], momentOf('mine/6'))).toMatchObject([
    { step: 'auto_reply', autoReply: { address: '+447700900123', text: 'You are stopped.' } },
  ]);
  expect(await steps(claimBy('mine/7', [id]))).toEqual(['pass']);
  expect(await steps(claimBy('other/2', [id]))).toEqual(['pass']);
});

test('senders that read an automatic reply at the same time take it once', async () => {
  const id = 'aut_01kf0000000000000000000002';
  await world.database.query(AUTO_REPLY, [business, id, NOW]);
  const rivals = await whileHeld({ table: 'auto_replies', where: 'id', is: id }, 2, () => [
    steps(claimBy('mine/8', [id])),
    steps(claimBy('other/3', [id])),
  ]);
  expect(rivals.flat().toSorted()).toEqual(['auto_reply', 'pass']);
});

test('claims of several businesses lock their counters in one order, and never wait in a ring (HAZ-15)', async () => {
  const counters = ['biz_a', 'biz_b', 'biz_c'].map((businessId) => ({
    businessId,
    counter: 'emails_per_day',
    period: '2026-11-15',
    sends: 1,
  }));
  const take = (asked: typeof counters) => world.database.transaction((sql) => takeShares(sql, asked));
  await take(counters);
  // Every claim that gets to the middle row waits there, holding what it has locked so far.
  const taken = await whileHeld({ table: 'send_counters', where: 'business_id', is: 'biz_b' }, 2, () => [
    take(counters.toReversed()),
    take(counters),
  ]);
  const before = taken.map((used) => [...used.values()]);
  expect(before.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [1, 1, 1],
    [2, 2, 2],
  ]);
});

test('what a claim counted beyond a cap is given back, to that counter alone (HAZ-21)', async () => {
  const daily = { businessId: 'biz_d', counter: 'emails_per_day', period: '2026-11-15', sends: 5 };
  const others = [{ businessId: 'biz_e' }, { counter: 'texts_per_day' }, { period: '2026-11-16' }].map(
    (other) => ({ ...daily, ...other }),
  );
  await world.database.transaction(async (sql) => {
    await takeShares(sql, [daily, ...others]);
    giveBackShares(sql, [{ ...daily, sends: 3 }]);
  });
  const nothing = [daily, ...others].map((share) => ({ ...share, sends: 0 }));
  const used = await world.database.transaction((sql) => takeShares(sql, nothing));
  expect([...used.values()]).toEqual([2, 5, 5, 5]);
});

/** Holds a row until all of them wait for it, and returns their results once it is free. */
async function whileHeld<Result>(
  { table, where, is }: { readonly table: string; readonly where: string; readonly is: string },
  waiting: number,
  begin: () => readonly Promise<Result>[],
): Promise<Result[]> {
  let all: Promise<Result[]> | undefined;
  await world.database.transaction(async (holder) => {
    const text = `SELECT FROM ${table} WHERE ${where} = $1 FOR UPDATE`;
    await holder.query({ name: `test-hold-${table}`, text }, [is]);
    all = Promise.all(begin());
    all.catch(() => undefined);
    await untilHeldUp(world.database, waiting);
  });
  return all!;
}

function claimBy(sender: string, ids: readonly string[]): Promise<Claim[]> {
  return claim(world.database, channel, ids.map(workFor), momentOf(sender));
}

function workFor(sendId: string): Work {
  return workOf({ business_id: business, send_id: sendId, attempt: 1 }, () => undefined);
}

function momentOf(sender: string): { sender: string; now: Date; startedAt: Date } {
  return { sender, now: NOW, startedAt: NOW };
}

async function steps(claims: Promise<Claim[]>): Promise<string[]> {
  return (await claims).map(({ step }) => step);
}

async function used(period: string): Promise<number> {
  const [row] = await world.database.query<{ used: number }>(
    { name: 'test-used', text: 'SELECT used FROM send_counters WHERE business_id = $1 AND period = $2' },
    [business, period],
  );
  return row!.used;
}

const USED_YESTERDAY = {
  name: 'test-used-yesterday',
  text: "INSERT INTO send_counters VALUES ($1, 'emails_per_day', '2026-11-14', 7)",
};
const AUTO_REPLY = {
  name: 'test-auto-reply',
  text: `
    INSERT INTO auto_replies (business_id, id, channel, recipient_id, address, text, cause, created_at)
    VALUES ($1, $2, 'sms', 'rcp_1', '+447700900123', 'You are stopped.', $2, $3)`,
};
