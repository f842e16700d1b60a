import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import { MAX_UNAPPLIED } from '../../streams/timers/decide';
import {
  aNewBusiness,
  append,
  outboxSize,
  readCommitted,
  scheduledPush,
  sendsOf,
} from '../fixtures/log-client';
import { passTime } from '../fixtures/pass-time';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

/** More timers than may be under way at once, so that the owner dies in the middle of them. */
const STORM = 10 * MAX_UNAPPLIED;
const HOUR_MS = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1, env: { CLOCK: 'movable' } });
});
afterAll(() => world.close());

test('an owner killed in the middle of its timers leaves none unfired, and each fired timer counts once', async () => {
  const business = aNewBusiness();
  const [ledger, doomed] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'timers')];
  await Promise.all([ledger.ready(), doomed.ready()]);
  const moment = Date.now() + HOUR_MS;
  await append(world, [
    business.creation,
    ...Array.from({ length: STORM }, () => scheduledPush(business.id, moment)),
  ]);
  await until('all of them wait', async () => (await countIn('scheduled', business.id)) === STORM);

  // Without a ledger the owner can fire no more than may be under way at once.
  expect(await ledger.stop()).toBe(0);
  await passTime(world.database, HOUR_MS);
  await until('some have fired', async () => (await fired()).size === MAX_UNAPPLIED);
  await doomed.kill();

  const successors = [world.start('pipeline', 'ledger'), world.start('pipeline', 'timers')];
  await Promise.all(successors.map((successor) => successor.ready()));
  await until('all have fired', async () => (await countIn('queued', business.id)) === STORM);
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);

  expect((await fired()).size).toBe(STORM);
  // A send may be published again: a ledger whose partition is assigned anew repeats the last seconds, even if only
  // slowness cost it its session. It is the same first attempt each time, and a sender claims that once.
  const handedOver = (await readCommitted(world, topics.sendsEmail)).map(({ send_id, attempt }) => [
    send_id,
    attempt,
  ]);
  expect(new Set(handedOver.map(([id]) => id)).size).toBe(STORM);
  expect(new Set(handedOver.map(([, attempt]) => attempt))).toEqual(new Set([1]));
});

async function countIn(state: string, businessId: string): Promise<number> {
  return (await sendsOf(world, businessId)).filter((send) => send.state === state).length;
}

/** The businesses whose timers have fired, however often. */
async function fired(): Promise<Set<string>> {
  return new Set((await readCommitted(world, topics.commands)).flatMap(subjectOf));
}

function subjectOf({ body }: Command): string[] {
  return 'FireTimer' in body ? [body.FireTimer.subject_id] : [];
}
