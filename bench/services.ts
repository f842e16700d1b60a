import { join } from 'node:path';
import { z } from 'zod';
import { startChild, untilReady, type Child } from '../services/local/child';
import { projectFolder } from '../services/local/folders';
import type { Ports } from '../services/local/ports';
import type { Servers } from './servers';

export const OPERATOR_TOKEN = 'opt_for-benchmarks-only-0123456789';
export const LINK_SECRET = 'a secret for links in benchmarks, 32 characters or more';

export interface ServiceStarter {
  setUp(): Promise<void>;
  ledger(): Promise<Child>;
  ingress(): Promise<Child>;
  inbox(): Promise<Child>;
  console(): Promise<Child>;
}

export interface ServiceOptions {
  readonly home: string;
  readonly ports: Ports;
  readonly servers: Servers;
  readonly profileFolder: string | undefined;
}

/** The services as they run in production: a process each, warnings only. */
export function serviceStarter({ home, ports, servers, profileFolder }: ServiceOptions): ServiceStarter {
  const env = environment(ports, servers);
  const program = join(projectFolder, 'dist', 'services', 'main.js');
  const start = (
    name: string,
    args: readonly string[],
    nodeOptions: readonly string[] = [],
  ): Promise<Child> =>
    startChild({
      home,
      name,
      kind: 'service',
      command: process.execPath,
      args: [...nodeOptions, program, ...args],
      options: { cwd: projectFolder, env },
    });
  const serve = async (child: Child, port: number): Promise<Child> => {
    await untilReady(child, () => passesAllChecks(port));
    return child;
  };
  const profiling = (name: string): string[] =>
    profileFolder === undefined
      ? []
      : [
          '--cpu-prof',
          `--cpu-prof-dir=${profileFolder}`,
          `--cpu-prof-name=${name}-${process.pid}.cpuprofile`,
        ];

  return {
    async setUp() {
      const child = await start('setup', ['setup']);
      await untilReady(child, async () => {
        await child.exited;
        return child.exitCode() === 0;
      });
    },
    ledger: async () =>
      serve(await start('ledger', ['pipeline', 'ledger'], profiling('ledger')), ports.PIPELINE_PORT),
    ingress: async () => serve(await start('ingress', ['ingress'], profiling('ingress')), ports.INGRESS_PORT),
    inbox: async () => serve(await start('inbox', ['inbox'], profiling('inbox')), ports.INBOX_PORT),
    console: async () => serve(await start('console', ['console']), ports.CONSOLE_PORT),
  };
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

/** Also those that readiness does not depend on: without replies by the log every push would be looked up. */
async function passesAllChecks(port: number): Promise<boolean> {
  const answer = await fetch(`${addressOf(port)}/readyz`, { signal: AbortSignal.timeout(2_000) });
  return answer.ok && Object.values(Readiness.parse(await answer.json()).checks).every(({ ok }) => ok);
}
