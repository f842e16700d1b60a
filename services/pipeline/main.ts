import { openHttpServer } from '../shared/http/server';
import { defineService, type ServiceContext } from '../shared/service';
import { startLedger } from './ledger';
import type { Processor } from './processor';

const processors: Readonly<Record<string, (context: ServiceContext<'pipeline'>) => Promise<Processor>>> = {
  ledger: startLedger,
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
    const running = await Promise.all(wanted.map((start) => start(context)));

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
      },
    };
  },
);

/** Only health checks and metrics come in here. */
const MAX_REQUESTS_IN_FLIGHT = 100;

function processorNamed(name: string): (context: ServiceContext<'pipeline'>) => Promise<Processor> {
  const start = processors[name];
  if (start === undefined) {
    throw new Error(
      `there is no processor ${JSON.stringify(name)}, only ${Object.keys(processors).join(', ')}`,
    );
  }
  return start;
}
