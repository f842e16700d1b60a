/**
 * The ledger, wired as the pipeline wires it. It stalls at one step until it gets SIGUSR2 or is killed:
 *
 * before-commit              a batch is read, its transaction has not begun
 * inside-transaction         the position is moved and the batch applied, nothing is committed
 * before-publish             committed, nothing published
 * before-transaction-commit  events are written in a Kafka transaction that is still open
 * after-transaction-commit   events are published, and only Kafka knows
 */
import type { Kafka, Producer, Transaction } from 'kafkajs';
import { Registry } from 'prom-client';
import { topics } from '../../schemas/topics';
import { openKafka } from '../../services/shared/kafka';
import { loadConfig, requireSettings } from '../../services/shared/config/config';
import { systemClock } from '../../services/shared/clock';
import { createLogger } from '../../services/shared/logger';
import { openPostgres } from '../../services/shared/postgres/postgres';
import { openReplyPublisher } from '../../services/shared/reply-channel';
import { createLedgerTelemetry } from '../../streams/ledger/telemetry';
import { ledger } from '../../streams/ledger/processor';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { relayOpener } from '../../streams/runtime/kafka/event-relay';
import { houseRules } from '../../services/pipeline/platform-settings';
import { CommandConsumer } from '../../streams/runtime/commands/command-consumer';
import { createCommandStore } from '../../streams/runtime/commands/store';
import { createCommandTelemetry } from '../../streams/runtime/commands/telemetry';
import { openPartitionReader } from '../../streams/runtime/kafka/partition-reader';
import { openProducer } from '../../streams/runtime/kafka/producer';
import type { PublishReplies } from '../../streams/runtime/commands/replies';

const stallAt = process.argv[2];
const config = loadConfig('pipeline');
const logger = createLogger('pipeline', 'debug');

async function main(): Promise<void> {
  const database = openPostgres({ url: config.databaseUrl, applicationName: 'ledger-that-stalls' }, logger);
  const kafka = openKafka(config, { role: 'ledger-that-stalls' }, logger);
  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka);
  const admin = kafka.admin();
  await admin.connect();

  const processor = ledger(
    houseRules(config),
    () => new Date(),
    createLedgerTelemetry(new Registry(), logger),
  );
  const store = createCommandStore(
    database,
    codec,
    {
      ...processor,
      apply: async (...batch) => {
        const applied = await processor.apply(...batch);
        await stall('inside-transaction');
        return applied;
      },
    },
    config.partitions,
  );
  const consumer = new CommandConsumer({
    store: {
      ...store,
      begin: (batch, before) => {
        const begun = stall('before-commit').then(() => store.begin(batch, before));
        return {
          flushed: begun.then(({ flushed }) => flushed),
          committed: begun.then(({ committed }) => committed),
        };
      },
    },
    codec,
    producer: {
      ...producer,
      publish: async (records) => {
        await stall('before-publish');
        return producer.publish(records);
      },
      close: () => producer.close(),
    },
    publishReplies: stallingReplies(),
    openRelay: relayOpener(stallingTransactions(kafka), admin),
    telemetry: createCommandTelemetry(new Registry(), logger),
    clock: systemClock,
  });
  void consumer.run();
  const { sessionTimeoutMs } = config;
  await openPartitionReader(
    kafka,
    { topic: topics.commands.name, groupId: 'ledger', sessionTimeoutMs },
    consumer,
  );
}

const released = new Promise((resolve) => process.once('SIGUSR2', resolve));

async function stall(step: string): Promise<void> {
  if (step !== stallAt) return;
  logger.info({ step }, 'stalled');
  await released;
}

function stallingReplies(): PublishReplies {
  const { redisUrl } = requireSettings('pipeline', config, ['redisUrl']);
  const replies = openReplyPublisher(redisUrl, logger);
  return async (...reply) => {
    await stall('before-publish');
    return replies.publish(...reply);
  };
}

/** Events have to stall before anything else is published, or `before-publish` would let them through. */
function stallingTransactions(kafka: Kafka): Kafka {
  return Object.assign(Object.create(kafka) as Kafka, {
    producer: (options: Parameters<Kafka['producer']>[0]): Producer => {
      const producer = kafka.producer(options);
      return { ...producer, transaction: async () => stalling(await producer.transaction()) };
    },
  });
}

function stalling(transaction: Transaction): Transaction {
  return {
    ...transaction,
    sendBatch: async (batch) => {
      await stall('before-publish');
      return transaction.sendBatch(batch);
    },
    commit: async () => {
      await stall('before-transaction-commit');
      await transaction.commit();
      await stall('after-transaction-commit');
    },
  };
}

void main();
