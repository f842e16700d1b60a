import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createKafka } from '../../streams/runtime/kafka/kafka-client';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { partitionFor } from '../../streams/runtime/kafka/records';
import { SILENT } from '../silent-logger';
import { PARTITIONS, type Delivery } from './delivery';

/** Rows that nothing will come of: their sends do not exist, so the ledger takes them away and does nothing more. */
export interface GivenTimers {
  readonly name: string;
  readonly count: number;
  readonly firstDueAtMs: number;
  /** From one to the next. */
  readonly everyMs: number;
}

/** Straight to the table: what sets them in the product is a push each, and a million of those would take hours. */
export async function insertTimers({ database, shops }: Delivery, given: GivenTimers): Promise<void> {
  const { name, count, firstDueAtMs, everyMs } = given;
  const businesses = shops.map(({ businessId }) => businessId);
  const partitions = businesses.map((id) => partitionFor(id, PARTITIONS));
  await database.query(INSERT, [businesses, partitions, name, count, firstDueAtMs, everyMs]);
}

/** Says in the log that they are there, as the ledger does; without a word they are found within half a minute. */
export async function announceTimers({ bench, shops }: Delivery, given: GivenTimers): Promise<void> {
  const { servers } = bench;
  const codec = await openCodec(servers.SCHEMA_REGISTRY_URL.url);
  const kafka = createKafka({ brokers: [servers.KAFKA_BROKERS.url], role: 'benchmark' }, SILENT);
  const producer = await openProducer(kafka);
  const records = Array.from({ length: given.count }, (_, index) => {
    const { businessId } = shops[index % shops.length]!;
    const timer = {
      business_id: businessId,
      subject_id: `${given.name}_${index}`,
      kind: KIND,
      due_at: given.firstDueAtMs + Math.floor(index * given.everyMs),
    };
    return {
      topic: topics.timers.name,
      partition: partitionFor(businessId, PARTITIONS),
      key: businessId,
      value: codec.encode(topics.timers, timer),
    };
  });
  await producer.publish(records);
  await producer.close();
}

const KIND = 'retry';

/** To the millisecond, for that is what the log says of them, and the ledger compares. */
const INSERT = {
  name: 'benchmark-insert-timers',
  text: `
    INSERT INTO timers (business_id, subject_id, kind, due_at, partition)
    SELECT ($1::text[])[1 + n % cardinality($1::text[])], $3::text || '_' || n, '${KIND}',
      to_timestamp(($5::float8 + floor(n * $6::float8)) / 1000), ($2::int[])[1 + n % cardinality($2::int[])]
    FROM generate_series(0, $4::int - 1) AS n`,
};
