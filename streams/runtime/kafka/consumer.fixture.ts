import type { ConsumerRunConfig } from 'kafkajs';

interface Place {
  readonly partition: number;
  readonly offset: string;
}

/**
 * A consumer with the interface of kafkajs. Each fetch yields one record of each assigned partition that is not paused.
 */
export function fakeConsumer(topic: string) {
  const calls: string[] = [];
  const listeners = new Map<string, (event: { payload: unknown }) => void>();
  const paused = new Set<number>();
  const offsets = new Map<number, string>();
  let assigned: readonly number[] = [];
  let run: ConsumerRunConfig = {};
  const each = (topics: readonly { partitions: number[] }[], act: (partition: number) => void) =>
    topics.flatMap(({ partitions }) => partitions).forEach(act);
  const consumer = {
    events: { GROUP_JOIN: 'join', HEARTBEAT: 'heartbeat', STOP: 'stop', CRASH: 'crash' },
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
    assigned = memberAssignment?.[topic] ?? assigned;
    listeners.get(event)?.({ payload });
  };
  const fetch = async () => {
    for (const partition of assigned.filter((one) => !paused.has(one))) {
      const messages = [{ offset: offsets.get(partition) ?? '0', value: Buffer.from('record') }];
      await run.eachBatch?.({ batch: { partition, messages } } as never);
    }
  };
  const join = (partitions: readonly number[]) =>
    emit('join', { memberId: 'member', memberAssignment: { [topic]: partitions } });
  return { consumer, calls, emit, join, fetch };
}
