import { openClock } from '../shared/clock';
import { assertMigrated } from '../shared/postgres/database-version';
import { openHttpServer } from '../shared/http/server';
import { openPostgres } from '../shared/postgres/postgres';
import { defineService, type ServiceContext } from '../shared/service';
import type { PipelineContext, Processor } from './processor';

type StartProcessor = (context: PipelineContext) => Promise<Processor>;

/** Each processor is loaded only in a process that runs it. */
const processors: Readonly<Record<string, () => Promise<StartProcessor>>> = {
  ledger: async () => (await import('./ledger.js')).startLedger,
  timers: async () => (await import('./timers.js')).startTimers,
  'email-sender': async () => (await import('./email-sender.js')).startEmailSender,
  'sms-sender': async () => (await import('./sms-sender.js')).startSmsSender,
  'whatsapp-sender': async () => (await import('./whatsapp-sender.js')).startWhatsappSender,
  webhooks: async () => (await import('./webhook-dispatcher.js')).startWebhookDispatcher,
};

/** Runs the named processors, so that each can be scaled by itself. */
export const pipelineService = defineService(
  'pipeline',
  `<processor…>: run processors of the log: ${Object.keys(processors).join(', ')}`,
  async (context) => {
    const { config, logger, registry, args } = context;
    const loaders = args.map(processorNamed);
    const twice = args.find((name, index) => args.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`the processor ${twice} is named twice: name it once`);
    if (loaders.length === 0) {
      throw new Error(`name at least one processor: ${Object.keys(processors).join(', ')}`);
    }
    const wanted = await Promise.all(loaders.map((load) => load()));
    await checkDatabase(context);
    const clock = await openClock({ config, name: args.join(' '), logger });
    const running = await Promise.all(wanted.map((start) => start({ ...context, clock })));

    const http = await openHttpServer({
      listen: { address: config.bindAddress, port: config.pipelinePort, variable: 'PIPELINE_PORT' },
      routes: [],
      checks: running.map(({ name, isReady }) => ({ name, required: true, probe: isReady })),
      telemetry: { logger, registry },
      maxRequestsInFlight: MAX_REQUESTS_IN_FLIGHT,
    });

    return {
      async drain() {
        await Promise.all(running.map((processor) => processor.stop()));
        await http.drain();
        await clock.close();
      },
    };
  },
);

/** Once for all processors, and before the clock opens, because the clock is read from the database too. */
async function checkDatabase({ config, logger }: ServiceContext<'pipeline'>): Promise<void> {
  const database = openPostgres(
    { url: config.databaseUrl, applicationName: 'pipeline', maxConnections: 1 },
    logger,
  );
  await assertMigrated(database).finally(() => database.close());
}

/** This port serves only health checks and metrics. */
const MAX_REQUESTS_IN_FLIGHT = 100;

function processorNamed(name: string): () => Promise<StartProcessor> {
  const load = Object.hasOwn(processors, name) ? processors[name] : undefined;
  if (load === undefined) {
    // No quotation marks, because the log leaves out what stands between them.
    throw new Error(`there is no processor ${name}; choose from ${Object.keys(processors).join(', ')}`);
  }
  return load;
}
