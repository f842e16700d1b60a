import { systemClock } from '../shared/clock';
import { openCommandGateway } from '../shared/command-gateway';
import { assertMigrated } from '../shared/database-version';
import { openHttpServer } from '../shared/http/server';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { databaseCheck } from '../shared/database-check';
import { openPostgres } from '../shared/postgres';
import { openRedis } from '../shared/redis';
import { defineService } from '../shared/service';
import { authenticated } from './authenticate';
import { redisClaims } from './idempotency-claim';
import { idempotentWrite } from './idempotent-write';
import { pushMessage } from './push-message';
import { readMessage } from './read-message';

/** The merchant API. */
export const ingressService = defineService(
  'ingress',
  'the merchant API',
  async ({ config, logger, registry, fail }) => {
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'ingress' }, logger);
    await assertMigrated(database);
    const redis = openRedis(config.redisUrl, logger);
    const gateway = await openCommandGateway({ config, clientId: 'ingress', database, logger, fail });

    const hash = createKeyedHash(config.hashSecret);
    const write = idempotentWrite({ sql: database, claims: redisClaims(redis), clock: systemClock });
    const push = pushMessage({ gateway, hash, write });
    const read = readMessage(database);

    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.ingressPort, variable: 'INGRESS_PORT' },
      routes: [
        { method: 'POST', path: '/api/v1/messages', handle: authenticated(database, push) },
        { method: 'GET', path: '/api/v1/messages/:public_id', handle: authenticated(database, read) },
      ],
      checks: [
        databaseCheck(database),
        { name: 'redis', required: false, probe: () => redis.isConnected },
        { name: 'replies', required: false, probe: () => gateway.isAddressable },
      ],
      telemetry: { logger, registry },
      maxRequestsInFlight: config.maxRequestsInFlight,
    });

    return {
      async drain() {
        await http.drain();
        await gateway.close();
        await redis.close();
        await database.close();
      },
    };
  },
);
