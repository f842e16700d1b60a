import { assertMigrated } from '../shared/postgres/database-version';
import { databaseCheck } from '../shared/postgres/database-check';
import { openClock } from '../shared/clock';
import { openHttpServer } from '../shared/http/server';
import { openPostgres } from '../shared/postgres/postgres';
import { defineService, type ServiceContext } from '../shared/service';
import { createChanges } from './changes';
import { createCourier } from './courier';
import { createMailProvider } from './email/mail-provider';
import { openSmtpServer } from './email/smtp-server';
import { demoAccess } from './page/demo-access';
import { simulatorPageRoutes } from './page/routes';
import { createPauses } from './pauses';
import { createRecords } from './records';
import type { Reporters } from './reporters';
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
import { carrierRoutes } from './sms/twilio-submission';
import { whatsappRoutes } from './whatsapp/meta-submission';
import { ServiceWindows } from './whatsapp/service-windows';

/** The world outside (D16): mail provider, SMS carrier, WhatsApp, people, receivers of webhooks, and time. */
export const simulatorService = defineService(
  'simulator',
  'providers, people and time, simulated for local use and tests',
  async ({ config, logger, registry }) => {
    // Whoever reaches it can write in anybody's name and move time.
    if (config.nodeEnv === 'production') throw new Error('the simulator is never started in production');
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
    const windows = new ServiceWindows();
    const reporters = reportersOf(config);
    const { postmark, twilio, meta } = reporters;
    const whatsapp = { ...meta, ...whatsappAccess(config) };

    const smtp = await openSmtpServer({
      listen: { address, port: config.simulatorSmtpPort, variable: 'SIMULATOR_SMTP_PORT' },
      url: config.smtpUrl,
      provider: createMailProvider({ record: records.email, courier, clock, postmark }),
      hang,
    });
    const sinks = new Sinks();
    const sinkServer = await openSinkServer({
      listen: { address, port: config.simulatorSinkPort, variable: 'SIMULATOR_SINK_PORT' },
      certificate: await sinkCertificate(config.simulatorCaFile),
      sinks,
      clock,
    });
    logger.info({ smtp_port: smtp.port, sink_port: sinkServer.port }, 'mail provider and sinks are open');

    const http = await openHttpServer({
      listen: { address, port: config.simulatorPort, variable: 'SIMULATOR_PORT' },
      routes: [
        ...carrierRoutes({ account: twilio, record: records.sms, courier, clock, hang }),
        ...whatsappRoutes({ account: whatsapp, record: records.whatsapp, windows, courier, clock, hang }),
        ...listRoutes(records),
        { method: 'GET', path: '/sim/changes', handle: async () => changes.stream() },
        ...behaviourRoutes(records),
        peopleRoute(database, records, pushed),
        ...eventRoutes({ records, reporters, courier, clock }),
        ...inboundRoutes({ reporters, smsSender: config.smsSender, windows, courier, clock }),
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
        await Promise.all([http.drain(), smtp.close(), sinkServer.close()]);
        await clock.close();
        await database.close();
      },
    };
  },
);

/** Those that hang count too. */
const MAX_REQUESTS_IN_FLIGHT = 20_000;

function whatsappAccess({
  metaAccessToken,
  metaApiVersion,
  inboxUrl,
}: ServiceContext<'simulator'>['config']) {
  return { accessToken: metaAccessToken, apiVersion: metaApiVersion, inboxUrl: inboxUrl ?? '' };
}

function reportersOf(config: ServiceContext<'simulator'>['config']): Reporters {
  const { callbacksUrl } = config;
  return {
    postmark: { callbacksUrl, credentials: config.postmarkWebhookCredentials },
    twilio: { accountSid: config.twilioAccountSid, authToken: config.twilioAuthToken },
    meta: {
      callbacksUrl,
      appSecret: config.metaAppSecret,
      phoneNumberId: config.metaPhoneNumberId,
      displayNumber: config.smsSender,
    },
  };
}
