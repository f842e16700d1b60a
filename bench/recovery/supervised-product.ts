import type { Child } from '../../services/local/child';
import { startKafka } from '../../services/local/parts/kafka';
import { createSupervisor } from '../../services/local/supervisor';
import type { Bench } from '../bench';
import { makeBusinesses } from '../businesses';
import { readUsage } from '../measure/process-usage';
import { Provider } from '../provider/provider';
import { addressOf, passesAllChecks, serviceStarter, type ServiceStarter } from '../services';
import { Canary } from './canary';

export const SERVICES = ['ledger', 'email-sender', 'webhooks', 'ingress'] as const;
export type SupervisedService = (typeof SERVICES)[number];

/** One start of a service. */
export interface Start {
  readonly startedAtMs: number;
  readonly readyAtMs: number;
  /** CPU time until the service was ready. */
  readonly cpuMs: number;
}

export interface SupervisedProduct {
  readonly canary: Canary;
  /** Kills the service with SIGKILL. Resolves when the supervisor has restarted it and it is ready. */
  kill(service: SupervisedService): Promise<Start>;
  stopKafka(): Promise<void>;
  /** Resolves when the broker serves again. */
  startKafka(): Promise<void>;
  areAllReady(): Promise<boolean>;
  stop(): Promise<void>;
}

const BUSINESSES = 12;

export async function openProduct(bench: Bench): Promise<SupervisedProduct> {
  const { home, ports, servers, progress } = bench;
  const provider = await Provider.start(NO_REPORTS);
  const start = serviceStarter(bench, { SMTP_URL: provider.smtpUrl, SENDING_DOMAIN: 'updates.example' });
  await progress.step('setup', start.setUp(), () => 'Database, topics and schemas are set up');
  const services = superviseAll(start, ports);
  const ledger = services.keep('ledger');
  await progress.step('ledger', ledger, () => 'ledger is ready');
  const pushers = await makeBusinesses(bench, start, Array<object>(BUSINESSES).fill({}));
  const others = Promise.all(SERVICES.filter((name) => name !== 'ledger').map((name) => services.keep(name)));
  await progress.step('services', others, () => 'all services are ready');
  const canary = new Canary(addressOf(ports.INGRESS_PORT), pushers);
  let broker: Child = servers.KAFKA_BROKERS;
  return {
    canary,
    kill: (service) => services.kill(service),
    stopKafka: () => broker.stop(),
    async startKafka() {
      const { LOCAL_KAFKA_PORT: port, LOCAL_KAFKA_CONTROLLER_PORT: controllerPort } = ports;
      broker = await startKafka({ home, port, controllerPort });
    },
    areAllReady: () => services.areAllReady(),
    async stop() {
      await canary.stop();
      await services.stop();
      await provider.stop();
    },
  };
}

/** Reports go nowhere, because the emails of the canary only have to be accepted. */
const NO_REPORTS: Parameters<typeof Provider.start>[0] = {
  postmark: { callbacksUrl: 'http://127.0.0.1:9', credentials: 'none:none' },
  twilio: { accountSid: '', authToken: '' },
  meta: { callbacksUrl: 'http://127.0.0.1:9', appSecret: '', phoneNumberId: '', displayNumber: '' },
};

function superviseAll(start: ServiceStarter, ports: Bench['ports']) {
  const starters: Readonly<Record<SupervisedService, { port: number; start: () => Promise<Child> }>> = {
    ledger: { port: ports.PIPELINE_PORT, start: () => start.ledger() },
    'email-sender': {
      port: ports.SENDERS_PORT,
      start: () => start.pipeline('email-sender', ports.SENDERS_PORT),
    },
    webhooks: { port: ports.WEBHOOKS_PORT, start: () => start.pipeline('webhooks', ports.WEBHOOKS_PORT) },
    ingress: { port: ports.INGRESS_PORT, start: () => start.ingress() },
  };
  const running = new Map<SupervisedService, Child>();
  const waiting = new Map<SupervisedService, (start: Start) => void>();
  let gaveUp: (error: Error) => void = () => undefined;
  const supervisor = createSupervisor({
    died: () => undefined,
    restarted: () => undefined,
    gaveUp: (error) => gaveUp(error),
  });

  async function begin(name: SupervisedService): Promise<Child> {
    const startedAtMs = performance.now();
    const child = await starters[name].start();
    const readyAtMs = performance.now();
    const cpuMs = readUsage({ [name]: child.pid })?.cpuMs[name] ?? Number.NaN;
    running.set(name, child);
    waiting.get(name)?.({ startedAtMs, readyAtMs, cpuMs });
    return child;
  }

  return {
    keep: (name: SupervisedService) => supervisor.keep(() => begin(name)),
    kill: (name: SupervisedService): Promise<Start> =>
      new Promise((resolve, reject) => {
        const child = running.get(name);
        if (child === undefined) throw new Error(`${name} is not running`);
        gaveUp = reject;
        waiting.set(name, resolve);
        process.kill(child.pid, 'SIGKILL');
      }),
    async areAllReady(): Promise<boolean> {
      const checks = Object.values(starters).map(({ port }) => passesAllChecks(port).catch(() => false));
      return (await Promise.all(checks)).every(Boolean);
    },
    async stop(): Promise<void> {
      await supervisor.letGo();
      await Promise.all(Array.from(running.values(), (child) => child.stop()));
    },
  };
}
