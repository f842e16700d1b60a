import type { ConsumerRunConfig, Kafka } from 'kafkajs';
import { openPartitionReader, type PartitionReader } from './partition-reader';

const TOPIC = 'commands';

describe('a partition that the group has assigned', () => {
  it('is paused with all others before its owner hears of it', async () => {
    const { join, calls } = await openReader();
    join([0, 2]);
    expect(calls).toEqual(['run', 'pause 0', 'pause 2', 'assigned 0,2']);
  });

  it('hands over nothing before it is started, and then from where its owner says', async () => {
    const { join, fetch, read, reader } = await openReader();
    join([0, 1]);
    await fetch();
    expect(read).toEqual([]);
    reader.start(1, 7);
    await fetch();
    expect(read).toEqual(['1:7']);
  });

  it('is paused anew when the group assigns it again, though it was started before', async () => {
    const { join, fetch, read, reader } = await openReader();
    join([0]);
    reader.start(0, 3);
    join([0, 1]);
    await fetch();
    expect(read).toEqual([]);
  });

  it('has its place before it goes on', async () => {
    const { join, calls, reader } = await openReader();
    join([0]);
    calls.length = 0;
    reader.start(0, 5);
    expect(calls).toEqual(['seek 0 to 5', 'resume 0']);
  });
});

describe('a consumer that crashes', () => {
  const error = new Error('the broker knows no such group');

  it('for good ends reading with its error', async () => {
    const { crash, failures } = await openReader();
    crash({ error, restart: false });
    expect(failures).toEqual([error]);
  });

  it('and begins again by itself goes on reading', async () => {
    const { crash, join, fetch, read, reader, failures } = await openReader();
    crash({ error, restart: true });
    join([0]);
    reader.start(0, 4);
    await fetch();
    expect([failures, read]).toEqual([[], ['0:4']]);
  });

  it('leaves those alone who still mean their old partitions', async () => {
    const { crash, join, calls, reader } = await openReader();
    join([0]);
    crash({ error, restart: true });
    calls.length = 0;
    reader.start(0, 4);
    reader.pause(0);
    reader.resume(0);
    expect(calls).toEqual([]);
  });

  describe('over a lost broker, on which kafkajs gives up', () => {
    const lost = { error: new Error('Broker not connected'), restart: false };
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    const noCoordinator = { name: 'KafkaJSGroupCoordinatorNotFound', message: 'none found' };

    it.each([
      ['metadata', lost.error],
      ['its coordinator', noCoordinator],
    ])('while it asks for %s, is begun again', async (_what, error) => {
      const { crash, calls, failures } = await openReader();
      crash({ error, restart: false });
      await jest.advanceTimersByTimeAsync(50);
      expect([calls, failures]).toEqual([['run', 'run'], []]);
    });

    it('is left alone once it is closed', async () => {
      const { crash, reader, calls, failures } = await openReader();
      crash(lost);
      await reader.close();
      await jest.advanceTimersByTimeAsync(60_000);
      expect([calls, failures]).toEqual([['run'], []]);
    });
  });
});

/** With a consumer that hands over one record of each partition that is assigned and not paused, as often as it fetches. */
async function openReader() {
  const { consumer, calls, emit, fetch } = fakeConsumer();
  const admin = { connect: () => Promise.resolve(), disconnect: () => Promise.resolve() };
  const kafka = { consumer: () => consumer, admin: () => admin } as unknown as Kafka;
  const read: string[] = [];
  const failures: Error[] = [];
  const reader: PartitionReader = await openPartitionReader(
    kafka,
    { topic: TOPIC, groupId: 'ledger' },
    {
      onAssigned: (partitions) => calls.push(`assigned ${partitions.join()}`),
      onRecords: (partition, records) =>
        read.push(...records.map(({ offset }) => `${partition}:${String(offset)}`)),
      onFailure: (error) => failures.push(error),
    },
  );
  const join = (partitions: readonly number[]) =>
    emit('join', { memberId: 'member', memberAssignment: { [TOPIC]: partitions } });
  const crash = (payload: { error: Error; restart: boolean }) => {
    emit('stop', {});
    emit('crash', payload);
  };
  return { reader, join, crash, fetch, calls, read, failures };
}

interface Place {
  readonly partition: number;
  readonly offset: string;
}

function fakeConsumer() {
  const calls: string[] = [];
  const listeners = new Map<string, (event: { payload: unknown }) => void>();
  const paused = new Set<number>();
  const offsets = new Map<number, string>();
  let assigned: readonly number[] = [];
  let run: ConsumerRunConfig = {};
  const each = (topics: readonly { partitions: number[] }[], act: (partition: number) => void) =>
    topics.flatMap(({ partitions }) => partitions).forEach(act);
  const consumer = {
    events: { GROUP_JOIN: 'join', STOP: 'stop', CRASH: 'crash' },
    on: (event: string, listener: (event: { payload: unknown }) => void) => listeners.set(event, listener),
    connect: () => Promise.resolve(),
    subscribe: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    run(config: ConsumerRunConfig) {
      run = config;
      calls.push('run');
      return Promise.resolve();
    },
    seek({ partition, offset }: Place) {
      calls.push(`seek ${String(partition)} to ${offset}`);
      offsets.set(partition, offset);
    },
    pause: (topics: { partitions: number[] }[]) =>
      each(topics, (partition) => {
        calls.push(`pause ${String(partition)}`);
        paused.add(partition);
      }),
    resume: (topics: { partitions: number[] }[]) =>
      each(topics, (partition) => {
        calls.push(`resume ${String(partition)}`);
        paused.delete(partition);
      }),
  };
  const emit = (event: string, payload: unknown) => {
    const { memberAssignment } = payload as { memberAssignment?: Record<string, readonly number[]> };
    assigned = memberAssignment?.[TOPIC] ?? assigned;
    listeners.get(event)?.({ payload });
  };
  const fetch = async () => {
    for (const partition of assigned.filter((one) => !paused.has(one))) {
      const messages = [{ offset: offsets.get(partition) ?? '0', value: Buffer.from('record') }];
      await run.eachBatch?.({ batch: { partition, messages } } as never);
    }
  };
  return { consumer, calls, emit, fetch };
}
