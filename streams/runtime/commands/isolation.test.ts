import type { Codec } from '../kafka/codec';
import { until } from '../timing/until.fixture';
import { OwnershipLost } from './positions';
import type { QueuedRecord } from './batch';
import { IDLE_RELAY, recordsAt, SILENT_TELEMETRY } from './command-consumer.fixture';
import { LONE_CUT_OFFS } from '../failures/failures';
import { Isolation } from './isolation';
import { OwnedPartition, PublishProgress } from './owned-partition';
import { MOST_PARKED_IN_A_ROW, ParkingBrake } from './parking-brake';
import type { OutboxPublisher } from './publisher';
import type { ReplySender } from './reply-sender';
import type { Committed, CommandBatch, CommandStore } from './store';

const NOTHING: Committed = { announcements: [], replies: [] };
const refused = (code: string): Error => Object.assign(new Error('refused'), { code });
const TIMED_OUT = refused('57014');

test('the records of a batch are applied one by one, in order', async () => {
  const { isolation, take, applied, released } = given();
  take(ownerOf(0, 3));
  await until(() => released() === 1);
  expect(applied).toEqual(['0:0', '0:1', '0:2']);
  expect(isolation.isHeldUp).toBe(false);
});

test('the command at fault is parked, and the others of its batch are applied', async () => {
  const { take, applied, parked, released } = given({
    fails: (at) => at === '0:1' && new TypeError('a defect'),
  });
  take(ownerOf(0, 3), ownerOf(1, 1));
  await until(() => released() === 2);
  expect([applied.toSorted(), parked]).toEqual([['0:0', '0:2', '1:0'], ['0:1']]);
});

test('a command that times out alone three times while the database answers is parked', async () => {
  const tries: string[] = [];
  const { take, applied, parked, released } = given({
    fails: (at) => {
      tries.push(at);
      return at === '0:0' && TIMED_OUT;
    },
  });
  take(ownerOf(0, 2), ownerOf(1, 1));
  await until(() => released() === 2);
  expect([applied.toSorted(), parked]).toEqual([['0:1', '1:0'], ['0:0']]);
  expect(tries.filter((at) => at === '0:0')).toHaveLength(LONE_CUT_OFFS);
});

test('while the database answers no query, no command is parked, however often it times out', async () => {
  let cutOffs = 0;
  const { isolation, take, applied, parked, released } = given({
    answers: () => false,
    fails: () => cutOffs++ < LONE_CUT_OFFS + 2 && TIMED_OUT,
  });
  take(ownerOf(0, 1));
  await until(() => isolation.isHeldUp);
  await until(() => released() === 1);
  expect([applied, parked, isolation.isHeldUp]).toEqual([['0:0'], [], false]);
});

test.each(['42501', '42P01', '26000', '0A000', 'XX000'])(
  'a refusal that does not depend on the command (%s) parks nothing: the command waits until that is fixed',
  async (code) => {
    let isFixed = false;
    const { isolation, take, applied, parked, released } = given({ fails: () => !isFixed && refused(code) });
    take(ownerOf(0, 2));
    await until(() => isolation.isHeldUp);
    isFixed = true;
    await until(() => released() === 1);
    expect([applied, parked, isolation.isHeldUp]).toEqual([['0:0', '0:1'], [], false]);
  },
);

test('after several parked commands in a row the next ones wait, until one is applied', async () => {
  let isFixed = false;
  const owner = ownerOf(0, MOST_PARKED_IN_A_ROW + 2);
  const { isolation, brake, take, applied, parked, released } = given({
    fails: () => !isFixed && new TypeError('a defect'),
  });
  take(owner);
  await until(() => isolation.isHeldUp);
  expect([parked.length, brake.isOn]).toEqual([MOST_PARKED_IN_A_ROW, true]);
  isFixed = true;
  await until(() => released() === 1);
  expect([parked.length, applied, brake.isOn]).toEqual([MOST_PARKED_IN_A_ROW, ['0:5', '0:6'], false]);
});

test('any number of commands with texts that Postgres refuses is parked: the fault is theirs', async () => {
  const { take, parked, brake, released } = given({ fails: () => refused('22021') });
  take(ownerOf(0, 20));
  await until(() => released() === 1);
  expect([parked.length, brake.isOn]).toEqual([20, false]);
});

test('a partition is reopened if another owner took it over, or if a commit may have happened (HAZ-5)', async () => {
  const { take, recovered, released } = given({
    fails: (at) => (at === '0:0' ? new OwnershipLost([0]) : new Error('Connection terminated unexpectedly')),
  });
  take(ownerOf(0, 2), ownerOf(1, 2));
  await until(() => released() === 2);
  expect(recovered.toSorted()).toEqual(['0 taken over', '1 outage']);
});

test('a command that got no answer is tried alone again after its partition is reopened', async () => {
  const silence = new Error('Query read timeout');
  const { isolation, take, parked, recovered, released } = given({ fails: (at) => at === '0:0' && silence });
  for (let time = 1; time <= LONE_CUT_OFFS; time += 1) {
    const owner = ownerOf(0, 1);
    expect(isolation.suspects(owner)).toBe(time > 1);
    take(owner);
    await until(() => released() === time);
  }
  expect([recovered, parked]).toEqual([['0 outage', '0 outage'], ['0:0']]);
  expect(isolation.suspects(ownerOf(0, 1))).toBe(false);
});

interface Given {
  readonly fails?: (at: string) => Error | false;
  readonly answers?: () => boolean;
}

function given({ fails = () => false, answers = () => true }: Given = {}) {
  const applied: string[] = [];
  const parked: string[] = [];
  const recovered: string[] = [];
  let released = 0;
  const at = ({ advances }: CommandBatch) =>
    advances.map(({ partition, from }) => `${partition}:${from}`).join();
  const store = {
    alone: async (batch: CommandBatch) => {
      const failure = fails(at(batch));
      if (failure !== false) throw failure;
      applied.push(at(batch));
      return NOTHING;
    },
    park: async (batch: CommandBatch) => {
      parked.push(at(batch));
      return NOTHING;
    },
    isReachable: async () => answers(),
  };
  const brake = new ParkingBrake(() => undefined);
  const isolation = new Isolation({
    store: store as unknown as CommandStore,
    codec: { decode: () => Promise.resolve({ issued_at: 1 }) } as unknown as Codec,
    publisher: {
      announce: () => undefined,
      hasRoom: () => undefined,
    } as unknown as OutboxPublisher,
    replySender: { send: () => undefined } as unknown as ReplySender,
    telemetry: SILENT_TELEMETRY,
    brake,
    time: () => ({ nowMs: 0, onAhead: () => undefined }),
    isOurs: () => true,
    readOn: () => undefined,
    recover: (partition, reason) => recovered.push(`${String(partition)} ${reason}`),
    onReleased: () => (released += 1),
  });
  /** Passes all queued records of these partitions on as one failed batch. */
  const take = (...owners: OwnedPartition[]) => {
    const records: QueuedRecord[] = [];
    for (const owner of owners) {
      for (let next = owner.take(); next !== undefined; next = owner.take()) records.push({ owner, ...next });
    }
    isolation.take(records);
  };
  return { isolation, brake, take, applied, parked, recovered, released: () => released };
}

function ownerOf(partition: number, records: number): OwnedPartition {
  const position = { partition, epoch: 1, position: 0, lastNowMs: 0 };
  const owner = new OwnedPartition(position, IDLE_RELAY, new PublishProgress());
  owner.offer(recordsAt(partition, ...Array.from({ length: records }, (_, offset) => offset)));
  return owner;
}
