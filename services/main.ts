import type { ServiceName } from './shared/config/config';
import { runService } from './shared/process';
import type { Service } from './shared/service';

/**
 * One program, with one role for each process. Each process loads only its own role: loading all takes twice as long as
 * starting one.
 */
const services: Readonly<Record<ServiceName, () => Promise<Service>>> = {
  ingress: async () => (await import('./ingress/main.js')).ingressService,
  inbox: async () => (await import('./inbox/main.js')).inboxService,
  console: async () => (await import('./console/main.js')).consoleService,
  callbacks: async () => (await import('./callbacks/main.js')).callbacksService,
  pipeline: async () => (await import('./pipeline/main.js')).pipelineService,
  simulator: async () => (await import('./simulator/main.js')).simulatorService,
  setup: async () => (await import('./setup/main.js')).setupService,
};

const [role, ...args] = process.argv.slice(2);
void play(role, args);

async function play(name: string | undefined, given: readonly string[]): Promise<void> {
  if (name !== undefined && isService(name)) {
    const service = await loaded(name);
    if (service !== undefined) {
      runService(service, given);
      return;
    }
    process.stderr.write(
      `The service ${name} is not part of this image. It runs in a checkout: npm run service -- ${name}\n`,
    );
    process.exitCode = 2;
  } else if (name === '--help' || name === '-h') {
    process.stdout.write(await usage());
  } else {
    const what =
      name === undefined
        ? 'Name a service.'
        : `There is no service ${JSON.stringify(name)}. Choose one of these.`;
    process.stderr.write(`${what}\n\n${await usage()}`);
    process.exitCode = 2;
  }
}

function isService(name: string): name is ServiceName {
  return Object.hasOwn(services, name);
}

/** Undefined for the simulator in an image, which holds neither it nor the development packages that it needs. */
async function loaded(name: ServiceName): Promise<Service | undefined> {
  try {
    return await services[name]();
  } catch (error) {
    if (name === 'simulator' && (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') {
      return undefined;
    }
    throw error;
  }
}

async function usage(): Promise<string> {
  const names = Object.keys(services) as ServiceName[];
  const all = (await Promise.all(names.map(loaded))).filter((service) => service !== undefined);
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, doc }) => `  ${name.padEnd(width)}  ${doc}`);
  return ['Usage: node dist/services/main.js <service> [arguments]', '', ...lines, ''].join('\n');
}
