import { openClock } from '../shared/clock';
import { openCommandGateway } from '../shared/command-gateway';
import { databaseCheck } from '../shared/postgres/database-check';
import { assertMigrated } from '../shared/postgres/database-version';
import { openHttpServer } from '../shared/http/server';
import { createInboxLinks } from '../shared/inbox-link';
import { openPostgres } from '../shared/postgres/postgres';
import { openRedis } from '../shared/redis';
import { defineService } from '../shared/service';
import { createActionLimit } from './action-limit';
import { errorsAsPages } from './requests';
import { inboxRoutes } from './routes';

/** The process that serves the inbox, the page that every nudge leads to (docs/rules/inbox.md). */
export const inboxService = defineService(
  'inbox',
  "the recipient's inbox",
  async ({ config, logger, registry }) => {
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'inbox' }, logger);
    await assertMigrated(database);
    const clock = await openClock({ config, name: 'inbox', logger });
    const redis = openRedis({ url: config.redisUrl, timeoutMs: config.redisTimeoutMs }, logger);
    const gateway = await openCommandGateway({ config, role: 'inbox', database, clock, logger });

    const limit = createActionLimit(redis, clock, {
      perMinuteAndLink: config.inboxActionsPerMinutePerLink,
      perSecondAndBusiness: config.inboxActionsPerSecondPerBusiness,
    });
    const links = createInboxLinks(config.linkSecret);
    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.inboxPort, variable: 'INBOX_PORT' },
      routes: inboxRoutes({ gateway, sql: database, links, clock, limit }),
      checks: [
        databaseCheck(database),
        { name: 'redis', required: false, probe: () => redis.isAnswering() },
        { name: 'log', required: false, probe: () => gateway.isWriting },
        { name: 'replies', required: false, probe: () => gateway.isReplied },
      ],
      telemetry: { logger, registry },
      maxRequestsInFlight: config.maxRequestsInFlight,
      bodies: { maxBodiesPerAddress: config.maxUnfinishedBodiesPerAddress },
      present: errorsAsPages,
    });

    return {
      async drain() {
        await http.drain();
        await gateway.close();
        await redis.close();
        await clock.close();
        await database.close();
      },
    };
  },
);
