import { countForOneSend, groupByTopic } from './producer';
import type { OutgoingRecord } from './records';

const KiB = 1024;

function record(partition: number, bytes: number, topic = 'a'): OutgoingRecord {
  return { topic, partition, key: null, value: Buffer.alloc(bytes) };
}

describe('one request (HAZ-7)', () => {
  test('takes all records while each partition stays under 512 KiB', () => {
    const records = [record(0, 400 * KiB), record(1, 400 * KiB), record(0, 400 * KiB, 'b')];
    expect(countForOneSend(records)).toBe(3);
  });

  test('ends before the record that would take its partition over 512 KiB', () => {
    expect(countForOneSend([record(0, 300 * KiB), record(1, 10), record(0, 300 * KiB)])).toBe(2);
  });

  test('contains a larger record alone', () => {
    expect(countForOneSend([record(0, 600 * KiB), record(1, 10)])).toBe(1);
    expect(countForOneSend([record(1, 10), record(0, 600 * KiB)])).toBe(1);
  });

  test('keeps the order of records within a topic', () => {
    const grouped = groupByTopic([record(0, 1, 'a'), record(0, 2, 'b'), record(1, 3, 'a')]);
    expect(grouped.map(({ topic, messages }) => [topic, messages.map(({ value }) => value.length)])).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
    ]);
  });
});
