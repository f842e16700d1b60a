import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createCommandWriter } from '../../streams/runtime/commands/command-writer';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { openPartitionReader } from '../../streams/runtime/kafka/partition-reader';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { Signal } from '../../streams/runtime/timing/signal';
import { createTimerStore } from '../../streams/timers/store';
import { createTimerTelemetry } from '../../streams/timers/telemetry';
import { Timers } from '../../streams/timers/processor';
import { memberName, openKafka } from '../shared/kafka';
import { openPostgres } from '../shared/postgres/postgres';
import type { PipelineContext, Processor } from './processor';

/** Starts the timers processor, which keeps deadlines and writes a command when one is due. */
export async function startTimers(context: PipelineContext): Promise<Processor> {
  const { config, logger, registry, clock, fail } = context;
  const database = openPostgres(
    { url: config.databaseUrl, applicationName: 'timers', maxConnections: 2 },
    logger,
  );
  const kafka = openKafka(config, memberName('timers', config, config.pipelinePort), logger);
  await assertSameLog(database, kafka, config.partitions);

  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka);
  const timers = new Timers({
    store: createTimerStore(database),
    codec,
    commands: createCommandWriter(codec, producer, config.partitions),
    time: { clock, wallNowMs: () => performance.now(), waker: new Signal() },
    telemetry: createTimerTelemetry(registry, logger),
  });
  const finished = timers.run().catch(fail);
  const reader = await openPartitionReader(
    kafka,
    { topic: topics.timers.name, groupId: 'timers', sessionTimeoutMs: config.sessionTimeoutMs },
    timers,
  );

  return {
    name: 'timers',
    isReady: () => timers.isOpen && reader.isHeard,
    async stop() {
      timers.stop();
      await finished;
      await reader.close();
      await producer.close();
      await database.close();
    },
  };
}
