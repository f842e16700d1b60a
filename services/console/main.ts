import { openCodec } from '../../streams/runtime/kafka/codec';
import { createAccessCache } from '../shared/access-cache';
import { openClock } from '../shared/clock';
import { openCommandGateway } from '../shared/command-gateway';
import { databaseCheck } from '../shared/postgres/database-check';
import { assertMigrated } from '../shared/postgres/database-version';
import type { Route } from '../shared/http/route';
import { openHttpServer } from '../shared/http/server';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { openPostgres } from '../shared/postgres/postgres';
import { openRedis } from '../shared/redis';
import { defineService } from '../shared/service';
import { changeBusiness, createBusiness } from './businesses';
import { deadLetterRoutes } from './dead-letters';
import { createKey } from './keys';
import { operatorsOnly } from './operator';
import { createTokenCheck } from './operator-token';
import { consolePageRoutes } from './page/routes';
import { listBusinesses, readBusiness } from './read-businesses';
import { publishingAccess } from './publish-access';
import { readCredits } from './read-credits';
import { setPhone, stopChannel, unsubscribe } from './recipients';
import { createSessions } from './session';
import { createSessionStore } from './session-store';
import { createConsoleTelemetry } from './telemetry';
import { listTemplates, reviewTemplate } from './templates';
import { createTokenTries } from './token-tries';
import { topUp } from './top-up';
import { endpointRoutes } from './webhook-endpoints';

const RECIPIENT = '/admin/v1/businesses/:id/recipients/:email';
const TEMPLATES = '/admin/v1/whatsapp-templates';

/** The process that serves the operator API, and the console, its page for people (docs/rules/operators.md). */
export const consoleService = defineService(
  'console',
  'the operator API',
  async ({ config, logger, registry }) => {
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'console' }, logger);
    await assertMigrated(database);
    const clock = await openClock({ config, name: 'console', logger });
    const gateway = await openCommandGateway({ config, role: 'console', database, clock, logger });

    const codec = await openCodec(config.schemaRegistryUrl);
    const hash = createKeyedHash(config.hashSecret);
    const redis = openRedis({ url: config.redisUrl, timeoutMs: config.redisTimeoutMs }, logger);
    const publishing = publishingAccess(database, createAccessCache(redis), logger);
    const addCredits = topUp({ gateway, sql: database, hash, clock });
    const people = { gateway, sql: database, hash, smsSender: config.smsSender };
    const routes: readonly Route[] = [
      { method: 'GET', path: '/admin/v1/businesses', handle: listBusinesses(database) },
      { method: 'POST', path: '/admin/v1/businesses', handle: createBusiness(gateway, clock) },
      { method: 'GET', path: '/admin/v1/businesses/:id', handle: readBusiness(database) },
      { method: 'PATCH', path: '/admin/v1/businesses/:id', handle: publishing(changeBusiness(gateway)) },
      { method: 'POST', path: '/admin/v1/businesses/:id/keys', handle: createKey(gateway) },
      { method: 'GET', path: '/admin/v1/businesses/:id/credits', handle: readCredits(database) },
      { method: 'POST', path: '/admin/v1/businesses/:id/credits', handle: addCredits },
      { method: 'PUT', path: `${RECIPIENT}/phone`, handle: setPhone(people) },
      { method: 'POST', path: `${RECIPIENT}/stop`, handle: stopChannel(people) },
      { method: 'POST', path: `${RECIPIENT}/unsubscribe`, handle: unsubscribe(people) },
      ...deadLetterRoutes({ sql: database, codec, gateway, clock }),
      ...endpointRoutes({ gateway, sql: database, clock, partitions: config.partitions }),
      { method: 'GET', path: TEMPLATES, handle: listTemplates(database, config.templateReview) },
      { method: 'PUT', path: `${TEMPLATES}/:order_status`, handle: reviewTemplate(gateway) },
    ];

    const sessions = createSessions(config.operatorToken, clock, createSessionStore(database));
    const checkToken = createTokenCheck({
      operatorToken: config.operatorToken,
      tries: createTokenTries(redis),
      proxies: config.consoleProxies,
      telemetry: createConsoleTelemetry(registry),
      logger,
    });
    const only = operatorsOnly(checkToken, sessions);
    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.consolePort, variable: 'CONSOLE_PORT' },
      routes: [...routes.map(only), ...consolePageRoutes(checkToken, sessions)],
      checks: [
        databaseCheck(database),
        { name: 'redis', required: false, probe: () => redis.isAnswering() },
        { name: 'log', required: false, probe: () => gateway.isWriting },
        { name: 'replies', required: false, probe: () => gateway.isReplied },
      ],
      telemetry: { logger, registry },
      maxRequestsInFlight: config.maxRequestsInFlight,
      bodies: { maxBodiesPerAddress: config.maxUnfinishedBodiesPerAddress },
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
