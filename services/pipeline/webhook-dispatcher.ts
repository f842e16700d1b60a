import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { openPartitionReader } from '../../streams/runtime/kafka/partition-reader';
import { rest } from '../../streams/runtime/timing/sleep';
import { createDispatcherStore } from '../../streams/webhook-dispatcher/store';
import { createDispatcherTelemetry } from '../../streams/webhook-dispatcher/telemetry';
import { WebhookDispatcher } from '../../streams/webhook-dispatcher/processor';
import { systemClock } from '../shared/clock';
import { memberName, openKafka } from '../shared/kafka';
import { requireSettings } from '../shared/config/config';
import { every } from '../shared/periodic';
import { openPostgres } from '../shared/postgres/postgres';
import { createSecretBox, openingOnce } from '../shared/secret-box';
import { configuredCaller } from '../webhook-caller/configured-caller';
import type { PipelineContext, Processor } from './processor';

/** The name that operators know: the argument, the consumer group and the database connections. */
const NAME = 'webhooks';
/** How long operators see deliveries that have ended. A replay reaches no further back. */
const KEEP_ENDED_MS = 30 * 86_400_000;
const FORGET_EVERY_MS = 60_000;

/** Starts the dispatcher, which delivers events to the webhook endpoints of merchants. */
export async function startWebhookDispatcher(context: PipelineContext): Promise<Processor> {
  const { config, logger, registry, clock, fail } = context;
  const { webhookSecretsKey } = requireSettings('pipeline', config, ['webhookSecretsKey']);
  const caller = configuredCaller(config);
  const database = openPostgres({ url: config.databaseUrl, applicationName: NAME }, logger);
  const kafka = openKafka(config, memberName(NAME, config, config.pipelinePort), logger);
  await assertSameLog(database, kafka, config.partitions);

  const store = createDispatcherStore(database);
  const dispatcher = new WebhookDispatcher({
    codec: await openCodec(config.schemaRegistryUrl),
    store,
    call: (prepared) => caller.call(prepared),
    openSecret: openingOnce(createSecretBox(webhookSecretsKey)),
    time: {
      now: () => clock.now(),
      dateMs: () => systemClock.now(),
      onMoved: (listener) => clock.onMoved(listener),
      wallNowMs: () => performance.now(),
      jitter: () => Math.random(),
      rest,
    },
    telemetry: createDispatcherTelemetry(registry, logger),
  });
  const finished = dispatcher.run().catch(fail);
  const reader = await openPartitionReader(
    kafka,
    { topic: topics.webhookEvents.name, groupId: NAME, sessionTimeoutMs: config.sessionTimeoutMs },
    dispatcher,
  );
  const forgetting = every(
    FORGET_EVERY_MS,
    async (isStopped) => {
      while ((await store.forget(new Date(clock.now() - KEEP_ENDED_MS))) && !isStopped());
    },
    (error) => logger.warn({ error }, 'could not delete old deliveries; trying again'),
  );

  return {
    name: NAME,
    isReady: () => dispatcher.isOpen && reader.isHeard,
    async stop() {
      dispatcher.stop();
      await finished;
      await reader.close();
      await forgetting.stop();
      await database.close();
    },
  };
}
