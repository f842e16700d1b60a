import { registerSchemas } from '../../streams/runtime/kafka/codec';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { setUpTopics } from '../../streams/runtime/kafka/topic-setup';
import { openKafka } from '../shared/kafka';
import { openPostgres } from '../shared/postgres/postgres';
import { defineService } from '../shared/service';
import { migrate } from '../shared/postgres/migrate';

/** Prepares the database, topics and schemas that the services share. It may run at every start, even concurrently. */
export const setupService = defineService(
  'setup',
  'migrate the database, create the topics, register the schemas, then exit',
  async ({ config, logger }) => {
    const { applied } = await migrate(config.databaseUrl);
    logger.info({ applied }, 'database migrated');

    const kafka = openKafka(config, { role: 'setup' }, logger);
    await setUpTopics(kafka, { partitions: config.partitions, replication: config.replication });
    logger.info({ partitions: config.partitions }, 'topics created');

    const database = openPostgres({ url: config.databaseUrl, applicationName: 'setup' }, logger);
    await assertSameLog(database, kafka, config.partitions).finally(() => database.close());

    await registerSchemas(config.schemaRegistryUrl);
    logger.info({}, 'schemas registered');
    return { drain: () => Promise.resolve() };
  },
);
