import { join } from 'node:path';
import { startChild, untilReady, type Child } from './child';
import { localFolder, projectFolder } from './folders';
import type { Ports, PortVariable } from './ports';
import type { ProcessRecord } from './process-record';

/** A process of the product, as `npm start` runs it. */
export interface LocalService {
  readonly name: string;
  readonly kind: ProcessRecord['kind'];
  readonly args: readonly string[];
  readonly port: PortVariable;
  readonly furtherPorts?: readonly PortVariable[];
}

/** The processes of the product. Each one listed here is started, watched, restarted and stopped. */
export const localServices: readonly LocalService[] = [
  { name: 'ingress', kind: 'asking', args: ['ingress'], port: 'INGRESS_PORT' },
  { name: 'inbox', kind: 'asking', args: ['inbox'], port: 'INBOX_PORT' },
  { name: 'console', kind: 'asking', args: ['console'], port: 'CONSOLE_PORT' },
  { name: 'callbacks', kind: 'reporting', args: ['callbacks'], port: 'CALLBACKS_PORT' },
  { name: 'ledger', kind: 'service', args: ['pipeline', 'ledger'], port: 'PIPELINE_PORT' },
  { name: 'timers', kind: 'service', args: ['pipeline', 'timers'], port: 'TIMERS_PORT' },
  {
    name: 'senders',
    kind: 'service',
    args: ['pipeline', 'email-sender', 'sms-sender', 'whatsapp-sender'],
    port: 'SENDERS_PORT',
  },
  { name: 'webhooks', kind: 'service', args: ['pipeline', 'webhooks'], port: 'WEBHOOKS_PORT' },
  {
    name: 'simulator',
    kind: 'reporting',
    args: ['simulator'],
    port: 'SIMULATOR_PORT',
    furtherPorts: ['SIMULATOR_SMTP_PORT', 'SIMULATOR_SINK_PORT'],
  },
];

export async function startService(
  service: LocalService,
  ports: Ports,
  env: NodeJS.ProcessEnv,
): Promise<Child> {
  const child = await startProgram(service, { ...env, ...ownPort(service, ports) });
  const readiness = `${serviceUrl(ports, service.port)}/readyz`;
  await untilReady(child, async () => (await fetch(readiness, { signal: AbortSignal.timeout(2_000) })).ok);
  return child;
}

/** Each process of the pipeline listens on a port of its own, but all read it from the same variable. */
function ownPort({ args, port }: LocalService, ports: Ports): NodeJS.ProcessEnv {
  return args[0] === 'pipeline' ? { PIPELINE_PORT: String(ports[port]) } : {};
}

/** Prepares database, topics and schemas for this version of the services. */
export async function runSetup(env: NodeJS.ProcessEnv): Promise<void> {
  const child = await startProgram({ name: 'setup', kind: 'service', args: ['setup'] }, env);
  await untilReady(child, async () => {
    await child.exited;
    return child.exitCode() === 0;
  });
  await child.stop();
}

export function serviceUrl(ports: Ports, port: PortVariable): string {
  return `http://127.0.0.1:${ports[port]}`;
}

function startProgram(
  { name, kind, args }: Pick<LocalService, 'name' | 'kind' | 'args'>,
  env: NodeJS.ProcessEnv,
): Promise<Child> {
  const program = join(projectFolder, 'dist', 'services', 'main.js');
  return startChild({
    home: localFolder,
    name,
    kind,
    command: process.execPath,
    args: [program, ...args],
    options: { cwd: projectFolder, env },
  });
}
