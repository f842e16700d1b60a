import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createKafka } from '../../streams/runtime/kafka/kafka-client';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { partitionFor } from '../../streams/runtime/kafka/records';
import { SILENT } from '../silent-logger';
import { PARTITIONS, type Delivery } from './delivery';

/** Timers without effect: their sends do not exist, so the ledger only deletes them. */
export interface GivenTimers {
  readonly name: string;
  readonly count: number;
  readonly firstDueAtMs: number;
  /** Time between one timer and the next. */
  readonly everyMs: number;
}

/** Inserts into the table directly, because in the product each timer needs a push, and a million pushes take hours. */
export async function insertTimers({ database, shops }: Delivery, given: GivenTimers): Promise<void> {
  const { name, count, firstDueAtMs, everyMs } = given;
  const businesses = shops.map(({ businessId }) => businessId);
  const partitions = businesses.map((id) => partitionFor(id, PARTITIONS));
  await database.query(INSERT, [businesses, partitions, name, count, firstDueAtMs, everyMs]);
}

/** Announces the timers in the log, as the ledger does. Without that they would be found within half a minute. */
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

/** Rounds to the millisecond, because the log has milliseconds and the ledger compares the two. */
const INSERT = {
  name: 'benchmark-insert-timers',
  text: `
    INSERT INTO timers (business_id, subject_id, kind, due_at, partition)
    SELECT ($1::text[])[1 + n % cardinality($1::text[])], $3::text || '_' || n, '${KIND}',
      to_timestamp(($5::float8 + floor(n * $6::float8)) / 1000), ($2::int[])[1 + n % cardinality($2::int[])]
    FROM generate_series(0, $4::int - 1) AS n`,
};
