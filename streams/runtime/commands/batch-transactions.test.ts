import type { Codec } from '../kafka/codec';
import type { PartitionReader } from '../kafka/partition-reader';
import type { RecordProducer } from '../kafka/producer';
import { until } from '../timing/until.fixture';
import { IDLE_RELAY, recordsAt, SILENT_TELEMETRY } from './command-consumer.fixture';
import { CommandConsumer } from './command-consumer';
import type { Committed, CommandBatch, CommandStore } from './store';

const NOTHING: Committed = { announcements: [], replies: [] };

test('a batch begins while the one before it commits, from the position that this one moves to', async () => {
  const { push, begun, decide, end } = await running();
  push(0, 1);
  await until(() => begun.length === 1);
  push(2);
  await decide(0);
  await until(() => begun.length === 2);
  expect(begun.map(({ span }) => span)).toEqual(['0 to 2', '2 to 3']);
  begun[0]!.commit();
  await decide(1);
  begun[1]!.commit();
  await end();
});

test('at most two transactions are under way', async () => {
  const { push, begun, decide, end } = await running();
  push(0);
  await until(() => begun.length === 1);
  push(1);
  await decide(0);
  await until(() => begun.length === 2);
  push(2);
  await new Promise(setImmediate);
  expect(begun).toHaveLength(2);
  begun[0]!.commit();
  for (const index of [1, 2]) {
    await decide(index);
    begun[index]!.commit();
  }
  await end();
});

test('a batch that built on a failed one begins again behind the records of that one', async () => {
  const { push, begun, decide, parked, end } = await running();
  push(0);
  await until(() => begun.length === 1);
  push(1, 2);
  await decide(0);
  await until(() => begun.length === 2);
  begun[0]!.fail(new Error('a defect'));
  await until(() => begun.length === 3);
  expect(parked).toEqual([0]);
  expect(begun[2]!.span).toBe('1 to 3');
  await decide(2);
  begun[2]!.commit();
  await end();
});

test('the commands of a failed batch are applied one by one, each after the commit of the one before', async () => {
  const { push, begun, decide, parked, end } = await running();
  push(0, 1, 2);
  await decide(0);
  begun[0]!.fail(new Error('a defect in one of them'));
  for (const index of [1, 2, 3]) {
    await until(() => begun.length > index);
    expect(begun).toHaveLength(index + 1);
    await decide(index);
    if (index === 2) begun[index]!.fail(new Error('a defect'));
    else begun[index]!.commit();
  }
  await end();
  expect(begun.map(({ span }) => span)).toEqual(['0 to 3', '0 to 1', '1 to 2', '2 to 3']);
  expect(parked).toEqual([1]);
});

test('partitions are opened only when no transaction is under way', async () => {
  const { consumer, reader, push, begun, decide, takenOver, end } = await running();
  push(0);
  await decide(0);
  consumer.onAssigned([0], reader);
  await new Promise(setImmediate);
  expect(takenOver).toHaveLength(1);
  begun[0]!.commit();
  await until(() => consumer.isOpen);
  expect(takenOver).toHaveLength(2);
  await end();
});

test('a stopped consumer waits for the transactions under way', async () => {
  const { consumer, push, begun, decide, ended } = await running();
  push(0);
  await decide(0);
  let isOver = false;
  void ended.then(() => (isOver = true));
  consumer.stop();
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  begun[0]!.commit();
  await ended;
});

/** A consumer that owns partition 0. The test decides when and how its transactions end. */
async function running() {
  const begun: ReturnType<typeof batchUnderWay>[] = [];
  const parked: number[] = [];
  const takenOver: (readonly number[])[] = [];
  const store: CommandStore = {
    takeOver: async (partitions) => {
      takenOver.push(partitions);
      const positions = partitions.map((partition) => ({ partition, epoch: 1, position: 0, lastNowMs: 0 }));
      return { positions, leftovers: [] };
    },
    begin: (batch, before) => {
      const underWay = batchUnderWay(batch, before);
      begun.push(underWay);
      return underWay;
    },
    alone: (batch) => {
      const underWay = batchUnderWay(batch, undefined);
      begun.push(underWay);
      return underWay.committed;
    },
    park: async (_, { offset }) => {
      parked.push(offset);
      return NOTHING;
    },
    forget: () => Promise.resolve(),
    isReachable: () => Promise.resolve(true),
  };
  const reader = {
    bounds: () => Promise.resolve(new Map([[0, { first: 0, end: 10 }]])),
    start: () => undefined,
    pause: () => undefined,
  } as unknown as PartitionReader;
  const consumer = new CommandConsumer({
    store,
    codec: { decode: () => Promise.resolve({ issued_at: 1 }) } as unknown as Codec,
    producer: {} as RecordProducer,
    publishReplies: () => Promise.resolve(),
    openRelay: () => Promise.resolve(IDLE_RELAY),
    telemetry: SILENT_TELEMETRY,
    clock: { now: () => 0 },
  });
  consumer.onAssigned([0], reader);
  const ended = consumer.run();
  await until(() => consumer.isOpen);
  const push = (...offsets: number[]) => {
    consumer.onRecords(0, recordsAt(0, ...offsets));
  };
  const decide = async (index: number) => {
    await until(() => begun.length > index);
    begun[index]!.decide();
    await begun[index]!.flushed;
  };
  const end = async () => {
    consumer.stop();
    await ended;
  };
  return { consumer, reader, push, begun, decide, parked, takenOver, ended, end };
}

function batchUnderWay({ advances }: CommandBatch, before: Promise<Committed> | undefined) {
  const decided = withResolvers<undefined>();
  const { promise: ending, resolve, reject } = withResolvers<Committed>();
  const flushed = Promise.all([before, decided.promise]).then(() => undefined);
  return {
    span: advances.map(({ from, to }) => `${String(from)} to ${String(to)}`).join(),
    flushed,
    committed: flushed.then(() => ending),
    decide: () => {
      decided.resolve(undefined);
    },
    commit: () => {
      resolve(NOTHING);
    },
    fail: reject,
  };
}

function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}
