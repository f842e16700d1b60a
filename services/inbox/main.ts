import { openClock } from '../shared/clock';
import { openCommandGateway } from '../shared/command-gateway';
import { databaseCheck } from '../shared/postgres/database-check';
import { assertMigrated } from '../shared/postgres/database-version';
import { openHttpServer } from '../shared/http/server';
import { createInboxLinks } from '../shared/inbox-link';
import { openPostgres } from '../shared/postgres/postgres';
import { defineService } from '../shared/service';
import { errorsAsPages } from './requests';
import { inboxRoutes } from './routes';

/** The recipient's inbox (D17). */
export const inboxService = defineService(
  'inbox',
  "the recipient's inbox",
  async ({ config, logger, registry, fail }) => {
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'inbox' }, logger);
    await assertMigrated(database);
    const clock = await openClock({ config, name: 'inbox', logger });
    const gateway = await openCommandGateway({ config, clientId: 'inbox', database, clock, logger, fail });

    const links = createInboxLinks(config.linkSecret);
    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.inboxPort, variable: 'INBOX_PORT' },
      routes: inboxRoutes({ gateway, sql: database, links, clock }),
      checks: [
        databaseCheck(database),
        { name: 'replies', required: false, probe: () => gateway.isAddressable },
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
        await clock.close();
        await database.close();
      },
    };
  },
);
