import { chooseProviders, providerProblems } from '../providers/choice';
import { openClock, systemClock } from '../shared/clock';
import { openCommandLog } from '../shared/command-log';
import { databaseCheck } from '../shared/postgres/database-check';
import { assertMigrated } from '../shared/postgres/database-version';
import { requireSettings } from '../shared/config/config';
import { openHttpServer } from '../shared/http/server';
import { openPostgres } from '../shared/postgres/postgres';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { defineService } from '../shared/service';
import { callbackRoutes } from './routes';
import { createCallbackTelemetry } from './telemetry';

/**
 * Receives what providers report about nudges and what people write, and writes each as a command. Only the addressee
 * of a reply is looked up first.
 */
export const callbacksService = defineService(
  'callbacks',
  'reports and replies from the email, SMS and WhatsApp providers',
  async ({ config, logger, registry }) => {
    const { email, sms, whatsapp } = chooseProviders('callbacks');
    // HELP to the shared number is answered, and no business has that number in its settings.
    const receivesTexts = Object.values(sms.settings).some((setting) => setting !== null);
    if (receivesTexts) requireSettings('callbacks', config, ['smsSender']);
    const context = { callbacksUrl: config.callbacksUrl, realTimeMs: () => systemClock.now() };
    const callbacks = await Promise.all([
      email.plugin.openCallbacks(email.settings, context),
      sms.plugin.openCallbacks(sms.settings, context),
      whatsapp.plugin.openCallbacks(whatsapp.settings, context),
    ]);
    const database = openPostgres({ url: config.databaseUrl, applicationName: 'callbacks' }, logger);
    await assertMigrated(database);
    const clock = await openClock({ config, name: 'callbacks', logger });
    const log = await openCommandLog({ config, clientId: 'callbacks', database, logger, clock });

    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.callbacksPort, variable: 'CALLBACKS_PORT' },
      routes: callbackRoutes(callbacks.flat(), config.smsSender, {
        log,
        telemetry: createCallbackTelemetry(registry),
        sql: database,
        clock,
        hash: createKeyedHash(config.hashSecret),
      }),
      checks: [databaseCheck(database), { name: 'log', required: false, probe: () => log.isWriting }],
      telemetry: { logger, registry },
      maxRequestsInFlight: config.maxRequestsInFlight,
      bodies: { maxBodiesPerAddress: config.maxUnfinishedBodiesPerAddress },
    });

    return {
      async drain() {
        await http.drain();
        await log.close();
        await clock.close();
        await database.close();
      },
    };
  },
  () => providerProblems('callbacks'),
);
