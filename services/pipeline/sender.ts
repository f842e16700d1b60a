import { randomUUID } from 'node:crypto';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createCommandWriter } from '../../streams/runtime/commands/command-writer';
import { withinDeadline } from '../../streams/runtime/timing/deadline';
import { ConcurrentConsumer } from '../../streams/runtime/kafka/concurrent-consumer/concurrent-consumer';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { openPartitionReader } from '../../streams/runtime/kafka/partition-reader';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { Signal } from '../../streams/runtime/timing/signal';
import type { SendingChannel } from '../../streams/sender/channel';
import type { Provider } from '../../streams/sender/provider';
import { Sender } from '../../streams/sender/sender';
import { createSenderTelemetry } from '../../streams/sender/telemetry';
import { systemClock } from '../shared/clock';
import type { Config } from '../shared/config/config';
import { memberName, openKafka } from '../shared/kafka';
import { every } from '../shared/periodic';
import { openPostgres } from '../shared/postgres/postgres';
import type { PipelineContext, Processor } from './processor';

/**
 * Sends that a sender keeps in memory before their turn, over all partitions. Businesses take turns only among these,
 * so a flood of one merchant may be this deep before the sends behind it wait. Each takes some 300 bytes.
 */
const MAX_TAKEN_IN = 200_000;
/** Reports fill a batch for 100 ms, because nobody waits for one: the place of its submission is free already. */
const REPORT_REST_MS = 100;
const COMMIT_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 5_000;
/** How long submissions in flight may go on when the process ends. The process itself has twice as long. */
const STOP_PATIENCE_MS = 10_000;

export interface SenderSetup<Nudge> {
  readonly channel: SendingChannel<Nudge>;
  readonly provider: Provider<Nudge>;
  readonly perSecond: number;
}

/** Starts the sender of one channel. All channels share this wiring. */
export async function startSender<Nudge>(
  context: PipelineContext,
  { channel, provider, perSecond }: SenderSetup<Nudge>,
): Promise<Processor> {
  const { config, logger, registry, clock, fail } = context;
  const name = `${channel.name}-sender`;
  const database = openPostgres(
    { url: config.databaseUrl, applicationName: name, maxConnections: 4 },
    logger,
  );
  const kafka = openKafka(config, memberName(name, config, config.pipelinePort), logger);
  await assertSameLog(database, kafka, config.partitions);
  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka, REPORT_REST_MS);

  const sender = new Sender(
    { channel, provider },
    {
      database,
      commands: createCommandWriter(codec, producer, config.partitions),
      time: { clock, wallNowMs: () => Date.now(), waker: new Signal(), within: withinDeadline },
      telemetry: createSenderTelemetry(registry, logger, channel.name),
    },
    {
      name: randomUUID(),
      submissionTimeoutMs: config.submissionTimeoutMs,
      maxInFlight: config.submissionsInFlight,
      perSecond,
    },
  );
  const { topic } = channel;
  const consumer = new ConcurrentConsumer({ topic, codec, logger, handlers: sender, limit: MAX_TAKEN_IN });
  const finished = sender.run().catch(fail);
  const reader = await openPartitionReader(
    kafka,
    { topic: topic.name, groupId: name, sessionTimeoutMs: config.sessionTimeoutMs },
    consumer,
  );

  const report = (error: unknown): void =>
    logger.warn({ error, channel: channel.name }, 'a sweep or an offset commit failed; trying again');
  const sweepEveryMs = Math.min(SWEEP_EVERY_MS, config.submissionTimeoutMs / 2);
  const sweeping = every(sweepEveryMs, () => sender.sweep(), report);
  const committing = every(COMMIT_EVERY_MS, () => consumer.commit(), report);

  return {
    name,
    isReady: () => consumer.isOpen && sender.isWorking && reader.isHeard,
    async stop() {
      sender.stop();
      const patience = setTimeout(() => sender.abortAll(), STOP_PATIENCE_MS);
      await finished;
      clearTimeout(patience);
      await Promise.all([sweeping.stop(), committing.stop()]);
      await consumer.commit().catch(report);
      await reader.close();
      await provider.close();
      await producer.close();
      await database.close();
    },
  };
}

/** What a provider gets when it is opened. Emails carry the real date, because filters take a date ahead for spam. */
export function submissionContext<Url extends string | null>(
  { submissionsInFlight }: Pick<Config<'pipeline'>, 'submissionsInFlight'>,
  callbacksUrl: Url,
) {
  return { callbacksUrl, connections: submissionsInFlight, realTimeMs: () => systemClock.now() };
}
