import { newId } from '../../schemas/ids';
import { topics } from '../../schemas/topics';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { openCodec, type Codec } from '../../streams/runtime/kafka/codec';
import { createKafka } from '../../streams/runtime/kafka/kafka-client';
import { openProducer, type RecordProducer } from '../../streams/runtime/kafka/producer';
import { partitionFor } from '../../streams/runtime/kafka/records';
import type { Servers } from '../servers';
import { SILENT } from '../silent-logger';

const PARTITIONS = 6;

export const EVENT_TYPE = 'message.not_sent';

/**
 * Writes events like those of pushes for a paused business. With real pushes, ingress and ledger would be the limit.
 */
export class EventSource {
  private constructor(
    private readonly database: PostgresDatabase,
    private readonly codec: Codec,
    private readonly producer: RecordProducer,
  ) {}

  static async open(servers: Servers): Promise<EventSource> {
    const kafka = createKafka({ brokers: [servers.KAFKA_BROKERS.url], role: 'benchmark' }, SILENT);
    return new EventSource(
      openPostgres({ url: servers.DATABASE_URL.url, applicationName: 'benchmark' }, SILENT),
      await openCodec(servers.SCHEMA_REGISTRY_URL.url),
      await openProducer(kafka),
    );
  }

  /** Writes one event for each of these businesses. Returns the time from which their delay counts. */
  async emit(businessIds: readonly string[]): Promise<{ eventIds: string[]; atMs: number }> {
    const now = Date.now();
    const eventIds = businessIds.map(() => newId('evt', now));
    await this.database.query(INSERT, [businessIds, eventIds, EVENT_TYPE, new Date(now), exampleData()]);
    const atMs = performance.timeOrigin + performance.now();
    await this.producer.publish(
      businessIds.map((businessId, index) => ({
        topic: topics.webhookEvents.name,
        partition: partitionFor(businessId, PARTITIONS),
        key: businessId,
        value: this.codec.encode(topics.webhookEvents, {
          business_id: businessId,
          event_id: eventIds[index]!,
        }),
      })),
    );
    return { eventIds, atMs };
  }

  async close(): Promise<void> {
    await this.producer.close();
    await this.database.close();
  }
}

export function exampleData(): object {
  return {
    message_id: newId('msg', Date.now()),
    recipient_email: 'ada@shop.example',
    reference: '1042',
    order_status: 'shipped',
    reason: 'sending_paused',
  };
}

const INSERT = {
  name: 'benchmark-insert-events',
  text: `
    INSERT INTO events (business_id, id, type, occurred_at, data)
    SELECT business_id, id, $3, $4, $5::jsonb FROM unnest($1::text[], $2::text[]) AS given (business_id, id)`,
};
