import { chooseProviders, providerProblems } from '../providers/choice';
import type { WorldSettings } from '../providers/stand-in';
import { assertMigrated } from '../shared/postgres/database-version';
import { databaseCheck } from '../shared/postgres/database-check';
import { openClock } from '../shared/clock';
import { openHttpServer } from '../shared/http/server';
import { openPostgres } from '../shared/postgres/postgres';
import { defineService, type ServiceContext } from '../shared/service';
import { createChanges } from './changes';
import { createCourier } from './courier';
import { demoAccess } from './page/demo-access';
import { simulatorPageRoutes } from './page/routes';
import { openStandIns } from './open-stand-ins';
import { createPauses } from './pauses';
import { createRecords } from './records';
import { behaviourRoutes } from './sim-api/behaviour';
import { clockRoutes } from './sim-api/clock';
import { eventRoutes } from './sim-api/events';
import { inboundRoutes } from './sim-api/inbound';
import { listRoutes } from './sim-api/lists';
import { peopleRoute, PushedAddresses } from './sim-api/people';
import { sinkRoutes } from './sim-api/sinks';
import { sinkCertificate } from './sinks/certificate';
import { openSinkServer } from './sinks/sink-server';
import { Sinks } from './sinks/sinks';

/**
 * The process that simulates the world outside, for local use and tests: the providers of all channels, the people who
 * receive messages, the receivers of webhooks, and time (PROV-19).
 */
export const simulatorService = defineService(
  'simulator',
  'providers, people and time, simulated for local use and tests',
  async ({ config, logger, registry }) => {
    if (config.nodeEnv === 'production') throw new Error(NOT_IN_PRODUCTION);
    const { bindAddress: address } = config;
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'simulator' }, logger);
    await assertMigrated(database);
    const clock = await openClock({ config: { ...config, clock: 'movable' }, name: 'simulator', logger });

    const changes = createChanges();
    const records = createRecords((change) => changes.announce(change));
    const pushed = new PushedAddresses();
    const pauses = createPauses();
    const courier = createCourier(logger, pauses);
    const hang = () => pauses.wait(config.simulatorHangMs);
    const outside = { settings: worldSettings(config), courier, clock, hang };
    const chosen = chooseProviders('simulator');
    const { email, sms, whatsapp } = await openStandIns(chosen, records, outside);
    const standIns = [email, sms, whatsapp];
    const sinks = new Sinks();
    const sinkServer = await openSinkServer({
      listen: { address, port: config.simulatorSinkPort, variable: 'SIMULATOR_SINK_PORT' },
      certificate: await sinkCertificate(config.simulatorCaFile),
      sinks,
      clock,
    });
    const ports = Object.assign(
      { sink_port: sinkServer.port },
      ...standIns.map((one) => one.ports),
    ) as object;
    logger.info(ports, 'providers and sinks are open');

    const http = await openHttpServer({
      listen: { address, port: config.simulatorPort, variable: 'SIMULATOR_PORT' },
      routes: [
        ...standIns.flatMap(({ routes }) => routes),
        ...listRoutes(records),
        { method: 'GET', path: '/sim/changes', handle: async () => changes.stream() },
        ...behaviourRoutes(records),
        peopleRoute(database, records, pushed),
        ...eventRoutes({ records, courier, clock }),
        ...inboundRoutes({ sms, whatsapp, smsSender: config.smsSender, courier }),
        ...clockRoutes({ clock, sql: database, logger }),
        ...sinkRoutes(sinks, sinkServer),
        ...simulatorPageRoutes(demoAccess(config.ingressUrl, config.demoFile), (email) => pushed.add(email)),
      ],
      checks: [databaseCheck(database)],
      telemetry: { logger, registry },
      maxRequestsInFlight: MAX_REQUESTS_IN_FLIGHT,
    });

    return {
      async drain() {
        changes.close();
        pauses.close();
        await courier.close();
        await Promise.all([http.drain(), sinkServer.close(), ...standIns.map((one) => one.close?.())]);
        await clock.close();
        await database.close();
      },
    };
  },
  () => providerProblems('simulator'),
);

const NOT_IN_PRODUCTION =
  'the simulator cannot run in production, because anyone who reaches it can write as any person and move the clock: ' +
  'do not start it, or set NODE_ENV to another value on a local instance';

/** Requests that are left hanging count too, so the limit is high. */
const MAX_REQUESTS_IN_FLIGHT = 20_000;

function worldSettings(config: ServiceContext<'simulator'>['config']): WorldSettings {
  const { bindAddress, callbacksUrl, smsSender, inboxUrl } = config;
  return { bindAddress, callbacksUrl, smsSender, inboxUrl: inboxUrl ?? '' };
}
