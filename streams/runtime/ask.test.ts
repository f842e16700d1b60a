import type { Kafka } from 'kafkajs';
import { topics } from '../../schemas/topics';
import { openAsker } from './ask';
import { fakeConsumer } from './given-consumer';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a process that the group has given partitions to be answered in', () => {
  it('asks again where they end when the broker was lost meanwhile', async () => {
    const { asker, join, failures } = await anAsker([new Error('Broker not connected')]);
    join([3]);
    await jest.advanceTimersByTimeAsync(0);
    expect(asker.isAddressable).toBe(false);
    await jest.advanceTimersByTimeAsync(50);
    expect([asker.isAddressable, failures]).toEqual([true, []]);
  });

  it('no longer asks when the group has given it others', async () => {
    const { asker, join, asked } = await anAsker([new Error('Broker not connected')]);
    join([3]);
    await jest.advanceTimersByTimeAsync(1);
    join([4]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([asker.isAddressable, asked()]).toEqual([true, 2]);
  });

  it('ends with what will not pass', async () => {
    const error = new TypeError('no such method');
    const { join, failures } = await anAsker([error]);
    join([3]);
    await jest.advanceTimersByTimeAsync(0);
    expect(failures).toEqual([error]);
  });
});

/** The broker answers with these errors first. */
async function anAsker(errors: Error[]) {
  const { consumer, join } = fakeConsumer(topics.replies.name);
  let asked = 0;
  const fetchTopicOffsets = () => {
    asked += 1;
    const error = errors.shift();
    return error === undefined ? Promise.resolve([]) : Promise.reject(error);
  };
  const admin = { connect: () => Promise.resolve(), fetchTopicOffsets };
  const kafka = { consumer: () => consumer, admin: () => admin } as unknown as Kafka;
  const failures: Error[] = [];
  const asker = await openAsker(kafka, {
    codec: undefined as never,
    producer: undefined as never,
    partitions: 6,
    lookUp: () => Promise.resolve(new Map()),
    onFailure: (error) => failures.push(error),
  });
  return { asker, join, failures, asked: () => asked };
}
