import type { LogClient } from '../kafka/kafka-client';
import { topics } from '../../../schemas/topics';
import { openAsker, type AskerDependencies } from './ask';
import { fakeConsumer } from '../kafka/given-consumer';

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
    const { asker, join, emit, asked } = await anAsker([new Error('Broker not connected')]);
    join([3]);
    await jest.advanceTimersByTimeAsync(1);
    join([4]);
    await jest.advanceTimersByTimeAsync(60_000);
    emit('heartbeat', {});
    expect([asker.isAddressable, asked()]).toEqual([true, 2]);
  });

  it('cannot be answered there while the group is not heard', async () => {
    const { asker, join, emit } = await anAsker([]);
    join([3]);
    await jest.advanceTimersByTimeAsync(9_000);
    emit('heartbeat', {});
    await jest.advanceTimersByTimeAsync(9_000);
    expect(asker.isAddressable).toBe(true);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asker.isAddressable).toBe(false);
    emit('heartbeat', {});
    expect(asker.isAddressable).toBe(true);
  });

  it('cannot be answered there from when its consumer stops until it has joined again', async () => {
    const { asker, join, emit } = await anAsker([]);
    join([3]);
    await jest.advanceTimersByTimeAsync(0);
    emit('stop', {});
    expect(asker.isAddressable).toBe(false);
    join([4]);
    await jest.advanceTimersByTimeAsync(0);
    expect(asker.isAddressable).toBe(true);
  });

  it('ends with what will not pass', async () => {
    const error = Object.assign(new Error('not yours'), { type: 'TOPIC_AUTHORIZATION_FAILED' });
    const { join, failures } = await anAsker([error]);
    join([3]);
    await jest.advanceTimersByTimeAsync(0);
    expect(failures).toEqual([error]);
  });
});

it('is answered in its own partition, also when it asks again what another asked first', async () => {
  const { asker, join, written } = await anAsker([]);
  join([3]);
  await jest.advanceTimersByTimeAsync(0);
  const command = { business_id: 'biz', command_id: 'cmd_1', reply_partition: 5 };
  void asker.ask(command as never).catch(() => undefined);
  expect(written).toEqual([{ ...command, reply_partition: 3 }]);
});

it('gives up after 15 s also while a look-up hangs', async () => {
  const { asker, join } = await anAsker([], { lookUp: () => new Promise(() => undefined) });
  join([3]);
  await jest.advanceTimersByTimeAsync(0);
  const settled: string[] = [];
  for (const command_id of ['cmd_1', 'cmd_2']) {
    const command = { business_id: 'biz', command_id };
    asker.ask(command as never).catch((error: unknown) => settled.push(`${command_id}: ${String(error)}`));
    await jest.advanceTimersByTimeAsync(5_000);
  }
  await jest.advanceTimersByTimeAsync(4_900);
  expect(settled).toEqual([]);
  await jest.advanceTimersByTimeAsync(600);
  expect(settled).toEqual(['cmd_1: Error: the command was not answered']);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(settled).toHaveLength(2);
});

/** The broker answers with these errors first. */
async function anAsker(
  errors: Error[],
  { lookUp = () => Promise.resolve(new Map()) }: Partial<Pick<AskerDependencies, 'lookUp'>> = {},
) {
  const { consumer, join, emit } = fakeConsumer(topics.replies.name);
  let asked = 0;
  const fetchTopicOffsets = () => {
    asked += 1;
    const error = errors.shift();
    return error === undefined ? Promise.resolve([]) : Promise.reject(error);
  };
  const admin = { connect: () => Promise.resolve(), fetchTopicOffsets };
  const kafka = { consumer: () => consumer, admin: () => admin } as unknown as LogClient;
  const failures: Error[] = [];
  const written: unknown[] = [];
  const asker = await openAsker(kafka, {
    codec: { encode: (_topic: unknown, value: unknown) => written.push(value) } as never,
    producer: { publish: () => Promise.resolve() } as never,
    partitions: 6,
    lookUp,
    onFailure: (error) => failures.push(error),
  });
  return { asker, join, emit, failures, asked: () => asked, written };
}
