import { topics } from '../../../schemas/topics';
import type { Codec } from '../kafka/codec';
import type { Announcement } from './outbox';
import type { PartitionReader } from '../kafka/partition-reader';
import { OwnershipLost } from './positions';
import type { RecordProducer } from '../kafka/producer';
import { until } from '../timing/until.fixture';
import { IDLE_RELAY, recordsAt, SILENT_TELEMETRY } from './command-consumer.fixture';
import { CommandConsumer } from './command-consumer';
import type { Begun } from '../postgres/database';
import type { Committed, CommandBatch, CommandStore } from './store';

let consumers: CommandConsumer[] = [];
afterEach(() => {
  for (const consumer of consumers) consumer.stop();
  consumers = [];
});

type Answer = Awaited<ReturnType<PartitionReader['owns']>>;

describe('a consumer that lost a partition to another owner (HAZ-4)', () => {
  it('leaves the partition alone if the group assigns it to another member', async () => {
    const { consumer, takenOver, started, loseFirst, end } = await running(() => Promise.resolve('no'));
    await loseFirst();
    await until(() => consumer.isOpen);
    expect(consumer.ownedPartitions).toEqual([1]);
    await end();
    expect([takenOver, started]).toEqual([[[0, 1]], ['0 at 5', '1 at 5']]);
  });

  it('asks again while the group rebalances or does not answer, and opens nothing until then', async () => {
    const answers: (Answer | Error)[] = ['undecided', new Error('no coordinator'), 'no'];
    const { consumer, takenOver, loseFirst, end } = await running(async () => {
      const answer = answers.shift() ?? 'no';
      if (answer instanceof Error) throw answer;
      return answer;
    });
    await loseFirst();
    await until(() => consumer.isOpen);
    expect([answers, consumer.ownedPartitions, takenOver]).toEqual([[], [1], [[0, 1]]]);
    await end();
  });

  it('opens the partition again, at its present position, if the group assigns it to this process', async () => {
    const answers: Answer[] = ['undecided', 'yes'];
    const { consumer, takenOver, started, loseFirst, end } = await running(
      async () => answers.shift() ?? 'no',
    );
    await loseFirst();
    await until(() => consumer.isOpen);
    expect(new Set(consumer.ownedPartitions)).toEqual(new Set([0, 1]));
    await end();
    expect([takenOver, started]).toEqual([
      [[0, 1], [0]],
      ['0 at 5', '1 at 5', '0 at 6'],
    ]);
  });

  it('ignores an answer of the group that a new assignment has overtaken', async () => {
    const asked: ((answer: Answer) => void)[] = [];
    const owns = () => new Promise<Answer>((resolve) => asked.push(resolve));
    const { consumer, reader, takenOver, loseFirst, end } = await running(owns);
    await loseFirst();
    await until(() => asked.length > 0);
    consumer.onAssigned([1], reader);
    asked[0]?.('yes');
    await until(() => consumer.isOpen);
    await end();
    expect(takenOver).toEqual([[0, 1], [1]]);
  });
});

test('a newly assigned partition is opened once, even if its loss is noticed only then', async () => {
  let lose: (error: Error) => void = () => undefined;
  const begin = jest.fn(() => {
    const committed = new Promise<never>((_resolve, reject) => (lose = reject));
    return { flushed: committed, committed };
  });
  const { consumer, reader, takenOver, openRelays, end } = await running(() => Promise.resolve('yes'), {
    begin,
  });
  consumer.onRecords(0, recordsAt(0, 5));
  await until(() => begin.mock.calls.length > 0);
  consumer.onAssigned([0, 1], reader);
  lose(new OwnershipLost([0]));
  await until(() => consumer.isOpen);
  expect([takenOver, openRelays()]).toEqual([
    [
      [0, 1],
      [0, 1],
    ],
    2,
  ]);
  await end();
});

test('records that arrive while a batch is decided join the next one', async () => {
  const batches: string[][] = [];
  let decided: () => void = () => undefined;
  const begin = jest.fn<Begun<Committed>, [CommandBatch]>(({ records }) => {
    batches.push(records.map(({ partition, offset }) => `${partition}:${offset}`).toSorted());
    const flushed = new Promise<void>((resolve) => (decided = resolve));
    return { flushed, committed: flushed.then(() => ({ announcements: [], replies: [] })) };
  });
  const { consumer, end } = await running(() => Promise.resolve('yes'), { begin });
  consumer.onRecords(0, recordsAt(0, 5));
  await until(() => batches.length === 1);
  decided();
  consumer.onRecords(0, recordsAt(0, 6));
  // Like a fetch that waits in the socket: it is read when the event loop gets there.
  setImmediate(() => consumer.onRecords(1, recordsAt(1, 5)));
  await until(() => batches.length === 2);
  decided();
  expect(batches).toEqual([['0:5'], ['0:6', '1:5']]);
  await end();
});

test('a consumer ends with the error of its reader when reading has ended for good', async () => {
  const { consumer, ended } = await running(() => Promise.resolve('yes'));
  const error = new Error('reading has ended');
  consumer.onFailure(error);
  await expect(ended).rejects.toBe(error);
});

test('a consumer whose reader failed ends at once, even if its outbox cannot be published', async () => {
  const unpublished = {
    topic: topics.timers.name,
    partition: 0,
    cause: 4,
    key: 'biz',
    value: Buffer.alloc(1),
  };
  const leftovers = [{ partition: 0, lastOffset: 4, records: [unpublished] }];
  let isDown = true;
  const publish = jest.fn(async () => {
    if (isDown) throw new Error('no broker');
  });
  const { consumer, ended } = await running(() => Promise.resolve('yes'), { leftovers, publish });
  await until(() => publish.mock.calls.length > 0);
  const error = new Error('reading has ended');
  consumer.onFailure(error);
  await expect(ended).rejects.toBe(error);
  isDown = false;
});

interface Circumstances {
  readonly leftovers?: readonly Announcement[];
  readonly publish?: RecordProducer['publish'];
  readonly begin?: CommandStore['begin'];
}

/** A consumer that owns partitions 0 and 1. Its store refuses partition 0, because another owner took it over. */
async function running(
  owns: () => Promise<Answer>,
  {
    leftovers = [],
    publish = () => Promise.resolve(),
    begin = () => failed(new OwnershipLost([0])),
  }: Circumstances = {},
) {
  let openRelays = 0;
  const takenOver: (readonly number[])[] = [];
  const started: string[] = [];
  const lost: number[] = [];
  const store = {
    async takeOver(partitions: readonly number[]) {
      takenOver.push(partitions);
      const position = 4 + takenOver.length;
      const positions = partitions.map((partition) => ({ partition, epoch: 1, position, lastNowMs: 0 }));
      return { positions, leftovers };
    },
    begin,
  };
  const bounds = new Map([0, 1].map((partition) => [partition, { first: 0, end: 10 }]));
  const reader = {
    owns,
    bounds: () => Promise.resolve(bounds),
    start: (partition: number, offset: number) => started.push(`${String(partition)} at ${String(offset)}`),
    pause: () => undefined,
  } as unknown as PartitionReader;
  const consumer = new CommandConsumer({
    store: store as unknown as CommandStore,
    codec: { decode: () => Promise.resolve({ issued_at: 1 }) } as unknown as Codec,
    producer: { publish } as RecordProducer,
    publishReplies: () => Promise.resolve(),
    openRelay: async () => {
      openRelays += 1;
      return { ...IDLE_RELAY, close: async () => void (openRelays -= 1) };
    },
    telemetry: { ...SILENT_TELEMETRY, recovering: (partition) => lost.push(partition) },
    clock: { now: () => 0 },
  });
  consumers.push(consumer);
  consumer.onAssigned([0, 1], reader);
  const ended = consumer.run();
  await until(() => consumer.isOpen);
  const loseFirst = async () => {
    consumer.onRecords(0, recordsAt(0, 5));
    await until(() => lost.length > 0);
  };
  const end = async () => {
    consumer.stop();
    await ended;
  };
  return { consumer, reader, takenOver, started, openRelays: () => openRelays, loseFirst, ended, end };
}

function failed(error: Error): Begun<Committed> {
  const failure = Promise.reject(error);
  return { flushed: failure, committed: failure };
}
