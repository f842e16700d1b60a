import { topics } from '../../schemas/topics';
import { createLedgerTelemetry } from '../../streams/ledger/telemetry';
import { ledger } from '../../streams/ledger/processor';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { relayOpener } from '../../streams/runtime/kafka/event-relay';
import { CommandConsumer } from '../../streams/runtime/commands/command-consumer';
import { createCommandStore } from '../../streams/runtime/commands/store';
import { createCommandTelemetry } from '../../streams/runtime/commands/telemetry';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { BUSY_READER_WAIT_MS, openPartitionReader } from '../../streams/runtime/kafka/partition-reader';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { requireSettings } from '../shared/config/config';
import { memberName, openKafka } from '../shared/kafka';
import { openPostgres } from '../shared/postgres/postgres';
import { openReplyPublisher } from '../shared/reply-channel';
import { startHousekeeping } from './ledger-housekeeping';
import { houseRules } from './platform-settings';
import type { PipelineContext, Processor } from './processor';

/** Starts the ledger, which owns partitions of `commands` and applies them to PostgreSQL. */
export async function startLedger(context: PipelineContext): Promise<Processor> {
  const { config, logger, registry, clock, fail } = context;
  const { redisUrl } = requireSettings('pipeline', config, ['redisUrl']);
  const database = openPostgres({ url: config.databaseUrl, applicationName: 'ledger' }, logger);
  const kafka = openKafka(config, memberName('ledger', config, config.pipelinePort), logger);
  await assertSameLog(database, kafka, config.partitions);

  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka);
  const admin = kafka.admin();
  await admin.connect();
  const replies = openReplyPublisher(redisUrl, logger);
  const consumer = new CommandConsumer({
    store: createCommandStore(
      database,
      codec,
      ledger(houseRules(config), () => new Date(), createLedgerTelemetry(registry, logger)),
      config.partitions,
    ),
    codec,
    producer,
    publishReplies: replies.publish,
    openRelay: relayOpener(kafka, admin),
    telemetry: createCommandTelemetry(registry, logger),
    clock,
  });
  const finished = consumer.run().catch(fail);
  const { sessionTimeoutMs } = config;
  const reader = await openPartitionReader(
    kafka,
    {
      topic: topics.commands.name,
      groupId: 'ledger',
      sessionTimeoutMs,
      longestWaitMs: BUSY_READER_WAIT_MS,
    },
    consumer,
  );

  const housekeeping = await startHousekeeping(context, { kafka, sql: database, codec, producer, consumer });

  return {
    name: 'ledger',
    isReady: () => consumer.isOpen && reader.isHeard,
    async stop() {
      consumer.stop();
      await finished;
      // Close the reader before the housekeeping, which may take a while: no other process gets the partitions until
      // then.
      await reader.close();
      await housekeeping.stop();
      replies.close();
      await producer.close();
      await admin.disconnect();
      await database.close();
    },
  };
}
