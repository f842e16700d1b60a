import type { Kafka } from 'kafkajs';
import { fakeConsumer } from './consumer.fixture';
import { openPartitionReader, type PartitionReader } from './partition-reader';

const TOPIC = 'commands';

describe('a partition that the group has assigned (HAZ-2)', () => {
  it('is paused before the handler is notified of the assignment', async () => {
    const { join, calls } = await openReader();
    join([0, 2]);
    expect(calls).toEqual(['run', 'pause 0', 'pause 2', 'assigned 0,2']);
  });

  it('yields no records before it is started, and then those from the given offset', async () => {
    const { join, fetch, read, reader } = await openReader();
    join([0, 1]);
    await fetch();
    expect(read).toEqual([]);
    reader.start(1, 7);
    await fetch();
    expect(read).toEqual(['1:7']);
  });

  it('is paused again when the group assigns it again', async () => {
    const { join, fetch, read, reader } = await openReader();
    join([0]);
    reader.start(0, 3);
    join([0, 1]);
    await fetch();
    expect(read).toEqual([]);
  });

  it('seeks before it resumes', async () => {
    const { join, calls, reader } = await openReader();
    join([0]);
    calls.length = 0;
    reader.start(0, 5);
    expect(calls).toEqual(['seek 0 to 5', 'resume 0']);
  });
});

describe('a consumer that crashes', () => {
  const error = new Error('the broker is lost');

  it('ends reading with the error if the broker refuses it', async () => {
    const { crash, failures } = await openReader();
    const refusal = Object.assign(new Error('not yours'), { type: 'GROUP_AUTHORIZATION_FAILED' });
    crash({ error: refusal, restart: false });
    expect(failures).toEqual([refusal]);
  });

  it('goes on reading if kafkajs restarts it', async () => {
    const { crash, join, fetch, read, reader, failures } = await openReader();
    crash({ error, restart: true });
    join([0]);
    reader.start(0, 4);
    await fetch();
    expect([failures, read]).toEqual([[], ['0:4']]);
  });

  it('ignores calls for its old partitions', async () => {
    const { crash, join, calls, reader } = await openReader();
    join([0]);
    crash({ error, restart: true });
    calls.length = 0;
    reader.start(0, 4);
    reader.pause(0);
    reader.resume(0);
    expect(calls).toEqual([]);
  });

  describe('because of a lost broker, after which kafkajs gives up (HAZ-9)', () => {
    const lost = { error: new Error('Broker not connected'), restart: false };
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it('is started again, after a pause that doubles each time', async () => {
      const { crash, calls, failures } = await openReader();
      crash(lost);
      await jest.advanceTimersByTimeAsync(50);
      expect(calls).toEqual(['run', 'run']);
      crash(lost);
      await jest.advanceTimersByTimeAsync(50);
      expect(calls).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(50);
      expect([calls, failures]).toEqual([['run', 'run', 'run'], []]);
    });

    it('is not started again once it is closed', async () => {
      const { crash, reader, calls, failures } = await openReader();
      crash(lost);
      await reader.close();
      await jest.advanceTimersByTimeAsync(60_000);
      expect([calls, failures]).toEqual([['run'], []]);
    });
  });
});

/** A reader on a fake consumer. Each `fetch` yields one record of each assigned partition that is not paused. */
async function openReader() {
  const { consumer, calls, emit, join, fetch } = fakeConsumer(TOPIC);
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
  const crash = (payload: { error: Error; restart: boolean }) => {
    emit('stop', {});
    emit('crash', payload);
  };
  return { reader, join, crash, fetch, calls, read, failures };
}
