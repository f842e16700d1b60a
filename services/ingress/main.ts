import { createAccessCache } from '../shared/access-cache';
import type { Config } from '../shared/config/config';
import type { OperationDependencies } from './operations/operation';
import { openClock } from '../shared/clock';
import { openCommandGateway } from '../shared/command-gateway';
import { assertMigrated } from '../shared/postgres/database-version';
import { openHttpServer } from '../shared/http/server';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { databaseCheck } from '../shared/postgres/database-check';
import { every } from '../shared/periodic';
import { openPostgres } from '../shared/postgres/postgres';
import { openRedis } from '../shared/redis';
import { defineService } from '../shared/service';
import { accessTo } from './access/access';
import { createAdmission } from './access/admit';
import { redisKeyLeases } from './idempotency/key-lease';
import { docsRoutes } from './docs-page/routes';
import { idempotentWrite, spentKeyReply } from './idempotency/idempotent-write';
import { createKeyUses } from './access/key-uses';
import { callerOnDemand } from '../webhook-caller/caller-on-demand';
import { checkEndpointUrl } from '../webhook-caller/endpoint-url';
import { createSecretBox } from '../shared/secret-box';
import { merchantRoutes } from './routes';

const NOTE_USES_EVERY_MS = 5_000;

/** Serves the merchant API: each write becomes a command, and its answer is the outcome that the ledger stores. */
export const ingressService = defineService(
  'ingress',
  'the merchant API',
  async ({ config, logger, registry }) => {
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'ingress' }, logger);
    await assertMigrated(database);
    const clock = await openClock({ config, name: 'ingress', logger });
    const redis = openRedis({ url: config.redisUrl, timeoutMs: config.redisTimeoutMs }, logger);
    const gateway = await openCommandGateway({ config, role: 'ingress', database, clock, logger });

    const hash = createKeyedHash(config.hashSecret);
    const spentKey = spentKeyReply(database, clock);
    const underLease = idempotentWrite(redisKeyLeases(redis, config.claimLeaseMs), spentKey);
    const cache = createAccessCache(redis);
    const uses = createKeyUses(database, clock);
    const noting = every(
      NOTE_USES_EVERY_MS,
      () => uses.flush(),
      (error) => {
        logger.warn({ error }, 'could not record when API keys were last used; trying again');
      },
    );
    const admit = createAdmission({
      accessTo: accessTo({ sql: database, cache }),
      used: (keyId) => {
        uses.note(keyId);
      },
      maxInFlightPerBusiness: config.maxRequestsInFlightPerBusiness,
    });
    const parts = { sql: database, clock, gateway, hash, cache, smsSender: config.smsSender };

    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.ingressPort, variable: 'INGRESS_PORT' },
      routes: [
        ...docsRoutes(),
        ...merchantRoutes(admit, {
          ...parts,
          ...endpointParts(config),
          keyed: { ...parts, underLease, spentKey },
        }),
      ],
      checks: [
        databaseCheck(database),
        { name: 'redis', required: false, probe: () => redis.isAnswering() },
        { name: 'log', required: false, probe: () => gateway.isWriting },
        { name: 'replies', required: false, probe: () => gateway.isReplied },
      ],
      telemetry: { logger, registry },
      maxRequestsInFlight: config.maxRequestsInFlight,
      bodies: { maxBodiesPerAddress: config.maxUnfinishedBodiesPerAddress },
      requestTimeoutMs: config.requestTimeoutMs,
    });

    return {
      async drain() {
        await http.drain();
        await noting.stop();
        await uses.flush().catch(() => undefined);
        await gateway.close();
        await redis.close();
        await clock.close();
        await database.close();
      },
    };
  },
);

/** What only the operations on webhook endpoints need. */
function endpointParts(
  config: Config<'ingress'>,
): Pick<OperationDependencies, 'secrets' | 'caller' | 'checkUrl'> {
  return {
    secrets: createSecretBox(config.webhookSecretsKey),
    caller: callerOnDemand(config),
    checkUrl: (url) => checkEndpointUrl(url, { allowedHosts: config.webhookAllowedHosts }),
  };
}
