import { Partitioners } from 'kafkajs';
import { partitionFor } from './records';

const kafkasChoice = Partitioners.DefaultPartitioner();

function chosenByKafka(key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  return kafkasChoice({ topic: '', partitionMetadata, message: { key, value: null } });
}

test('a key is on the partition that every other Kafka client chooses for it', () => {
  const keys = ['', 'a', 'ab', 'abc', 'abcd', 'biz_01jd5x0v9h8k7m6n5p4q3r2s1t', 'Zürich', '注文', '😀'];
  const numbered = Array.from({ length: 500 }, (_, number) => `rcp_${'x'.repeat(number % 9)}${number}`);
  for (const key of [...keys, ...numbered]) {
    for (const partitions of [1, 6, 48]) {
      expect([key, partitionFor(key, partitions)]).toEqual([key, chosenByKafka(key, partitions)]);
    }
  }
});
