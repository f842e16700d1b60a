import { KafkaJSNonRetriableError, KafkaJSProtocolError } from 'kafkajs';
import type { LogClient } from './kafka-client';
import { partitionCount } from './partition-count';

const NOT_LED = new KafkaJSProtocolError(
  Object.assign(new Error('NOT_LEADER_FOR_PARTITION'), {
    type: 'NOT_LEADER_FOR_PARTITION',
    retriable: true,
    code: 6,
  }),
);

describe('the number of partitions', () => {
  it('is returned as soon as every partition has a leader', async () => {
    const { kafka, asked } = logThatAnswers(NOT_LED, NOT_LED, 6);
    await expect(partitionCount(kafka, 'commands')).resolves.toBe(6);
    expect(asked).toEqual({ admins: 3, disconnected: 3 });
  });

  it('is asked for a limited number of times, and then the error names the topic', async () => {
    const { kafka, asked } = logThatAnswers(NOT_LED, NOT_LED, 6);
    await expect(partitionCount(kafka, 'commands', 2)).rejects.toThrow(
      'the topic commands at KAFKA_BROKERS cannot be used: NOT_LEADER_FOR_PARTITION',
    );
    expect(asked).toEqual({ admins: 2, disconnected: 2 });
  });

  it('is not asked for again after an error that will not pass', async () => {
    const { kafka, asked } = logThatAnswers(new KafkaJSNonRetriableError('no such topic'), 6);
    await expect(partitionCount(kafka, 'commands')).rejects.toThrow(
      'the topic commands at KAFKA_BROKERS cannot be used: no such topic',
    );
    expect(asked).toEqual({ admins: 1, disconnected: 1 });
  });
});

/** Each admin client gets one answer: a number of partitions or an error. */
function logThatAnswers(...answers: (Error | number)[]) {
  const asked = { admins: 0, disconnected: 0 };
  const admin = () => ({
    connect: async () => undefined,
    disconnect: async () => void (asked.disconnected += 1),
    fetchTopicOffsets: async () => {
      const answer = answers[asked.admins++]!;
      if (typeof answer !== 'number') throw answer;
      return Array.from({ length: answer });
    },
  });
  return { kafka: { admin } as unknown as LogClient, asked };
}
