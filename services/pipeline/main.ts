import { openClock } from '../shared/clock';
import { openHttpServer } from '../shared/http/server';
import { defineService } from '../shared/service';
import { startEmailSender } from './email-sender';
import { startLedger } from './ledger';
import type { PipelineContext, Processor } from './processor';
import { startSmsSender } from './sms-sender';
import { startTimers } from './timers';
import { startWhatsappSender } from './whatsapp-sender';
import { startWebhooks } from './webhooks';

type StartProcessor = (context: PipelineContext) => Promise<Processor>;

const processors: Readonly<Record<string, StartProcessor>> = {
  ledger: startLedger,
  timers: startTimers,
  'email-sender': startEmailSender,
  'sms-sender': startSmsSender,
  'whatsapp-sender': startWhatsappSender,
  webhooks: startWebhooks,
};

/** Runs the processors named, so that each can be scaled by itself. */
export const pipelineService = defineService(
  'pipeline',
  `<processor…>: apply the log; processors: ${Object.keys(processors).join(', ')}`,
  async (context) => {
    const { config, logger, registry, args } = context;
    const wanted = args.map(processorNamed);
    if (wanted.length === 0) {
      throw new Error(`name at least one processor: ${Object.keys(processors).join(', ')}`);
    }
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

/** Only health checks and metrics come in here. */
const MAX_REQUESTS_IN_FLIGHT = 100;

function processorNamed(name: string): StartProcessor {
  const start = processors[name];
  if (start === undefined) {
    throw new Error(
      `there is no processor ${JSON.stringify(name)}, only ${Object.keys(processors).join(', ')}`,
    );
  }
  return start;
}
