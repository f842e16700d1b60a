import { systemClock } from '../shared/clock';
import { openCommandGateway } from '../shared/command-gateway';
import { databaseCheck } from '../shared/database-check';
import { assertMigrated } from '../shared/database-version';
import { openHttpServer } from '../shared/http/server';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { openPostgres } from '../shared/postgres';
import { defineService } from '../shared/service';
import { changeBusiness, createBusiness } from './businesses';
import { operatorsOnly } from './operator';
import { listBusinesses, readBusiness } from './read-businesses';
import { topUp } from './top-up';

/** The operator API (D15). */
export const consoleService = defineService(
  'console',
  'the operator API',
  async ({ config, logger, registry, fail }) => {
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'console' }, logger);
    await assertMigrated(database);
    const gateway = await openCommandGateway({ config, clientId: 'console', database, logger, fail });

    const hash = createKeyedHash(config.hashSecret);
    const only = operatorsOnly(config.operatorToken);
    const create = only(createBusiness(gateway, systemClock));
    const change = only(changeBusiness(gateway));

    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.consolePort, variable: 'CONSOLE_PORT' },
      routes: [
        { method: 'GET', path: '/admin/v1/businesses', handle: only(listBusinesses(database)) },
        { method: 'POST', path: '/admin/v1/businesses', handle: create },
        { method: 'GET', path: '/admin/v1/businesses/:id', handle: only(readBusiness(database)) },
        { method: 'PATCH', path: '/admin/v1/businesses/:id', handle: change },
        { method: 'POST', path: '/admin/v1/businesses/:id/credits', handle: only(topUp(gateway, hash)) },
      ],
      checks: [
        databaseCheck(database),
        { name: 'replies', required: false, probe: () => gateway.isAddressable },
      ],
      telemetry: { logger, registry },
      maxRequestsInFlight: config.maxRequestsInFlight,
    });

    return {
      async drain() {
        await http.drain();
        await gateway.close();
        await database.close();
      },
    };
  },
);
