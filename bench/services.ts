import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { startChild, untilReady, type Child } from '../services/local/child';
import { projectFolder } from '../services/local/folders';
import type { Ports } from '../services/local/ports';
import type { Bench } from './bench';
import type { Servers } from './servers';

export const OPERATOR_TOKEN = 'opt_for-benchmarks-only-0123456789';
export const LINK_SECRET = 'a secret for links in benchmarks, 32 characters or more';

export type PipelineProcessor =
  'ledger' | 'timers' | 'email-sender' | 'sms-sender' | 'whatsapp-sender' | 'webhooks';

export interface ServiceStarter {
  setUp(): Promise<void>;
  ledger(): Promise<Child>;
  ingress(): Promise<Child>;
  inbox(): Promise<Child>;
  console(): Promise<Child>;
  callbacks(): Promise<Child>;
  /** Starts one processor in a separate process, with health and metrics on this port. */
  pipeline(
    processor: PipelineProcessor,
    port: number,
    settings?: Readonly<Record<string, string>>,
  ): Promise<Child>;
}

/** Where the services run, and whether they are profiled. */
export type ServicePlace = Pick<Bench, 'home' | 'ports' | 'servers'> & Partial<Pick<Bench, 'settings'>>;

/** Starts services as in production: one process each, logging warnings only. `extra` overrides their environment. */
export function serviceStarter(
  place: ServicePlace,
  extra: Readonly<Record<string, string>> = {},
): ServiceStarter {
  const { home, ports, servers, settings } = place;
  const profileFolder = settings?.profileFolder;
  const env = { ...environment(ports, servers), ...extra };
  const program = join(projectFolder, 'dist', 'services', 'main.js');
  if (profileFolder !== undefined) mkdirSync(profileFolder, { recursive: true });
  const start = (name: string, args: readonly string[], ownEnv: NodeJS.ProcessEnv = {}): Promise<Child> =>
    startChild({
      home,
      name,
      kind: 'service',
      command: process.execPath,
      args: [...profiling(name, profileFolder), program, ...args],
      options: { cwd: projectFolder, env: { ...env, ...ownEnv } },
    });
  const serve = async (name: keyof ServiceStarter, port: number): Promise<Child> =>
    whenReady(await start(name, [name]), port);
  const pipeline: ServiceStarter['pipeline'] = async (processor, port, own = {}) => {
    const ownEnv = { PIPELINE_PORT: String(port), ...own };
    return whenReady(await start(`${processor}-${port}`, ['pipeline', processor], ownEnv), port);
  };

  return {
    async setUp() {
      const child = await start('setup', ['setup']);
      await untilReady(child, async () => {
        await child.exited;
        return child.exitCode() === 0;
      });
    },
    ingress: () => serve('ingress', ports.INGRESS_PORT),
    inbox: () => serve('inbox', ports.INBOX_PORT),
    console: () => serve('console', ports.CONSOLE_PORT),
    callbacks: () => serve('callbacks', ports.CALLBACKS_PORT),
    ledger: () => pipeline('ledger', ports.PIPELINE_PORT),
    pipeline,
  };
}

async function whenReady(child: Child, port: number): Promise<Child> {
  await untilReady(child, () => passesAllChecks(port));
  return child;
}

function profiling(name: string, folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const file = `${name}-${process.pid}.cpuprofile`;
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${file}`];
}

export function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function environment(ports: Ports, servers: Servers): NodeJS.ProcessEnv {
  const urls = Object.entries(servers).map(([variable, { url }]) => [variable, url]);
  const portTexts = Object.entries(ports).map(([variable, port]) => [variable, String(port)]);
  return {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PARTITIONS: '6',
    REPLICATION: '1',
    OPERATOR_TOKEN,
    HASH_SECRET: 'a secret for benchmarks only, 32 characters or more',
    LINK_SECRET,
    INBOX_URL: addressOf(ports.INBOX_PORT),
    WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 'benchmarks').toString('base64'),
    ...(Object.fromEntries([...urls, ...portTexts]) as Record<string, string>),
  };
}

const Readiness = z.object({ checks: z.record(z.string(), z.object({ ok: z.boolean() })) });

/** Includes checks that readiness ignores: without replies, the outcome of every push would be read from Postgres. */
export async function passesAllChecks(port: number): Promise<boolean> {
  const answer = await fetch(`${addressOf(port)}/readyz`, { signal: AbortSignal.timeout(2_000) });
  return answer.ok && Object.values(Readiness.parse(await answer.json()).checks).every(({ ok }) => ok);
}
