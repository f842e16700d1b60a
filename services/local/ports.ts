import { createServer, type Server } from 'node:net';

/** Every port of the local instance: the variable that sets it, and its default. */
const defaultPorts = {
  INGRESS_PORT: 8080,
  INBOX_PORT: 8081,
  CONSOLE_PORT: 8082,
  CALLBACKS_PORT: 8083,
  SIMULATOR_PORT: 8084,
  PIPELINE_PORT: 8085,
  TIMERS_PORT: 8088,
  SENDERS_PORT: 8089,
  SIMULATOR_SMTP_PORT: 8086,
  SIMULATOR_SINK_PORT: 8087,
  WEBHOOKS_PORT: 8090,
  LOCAL_KAFKA_PORT: 19092,
  LOCAL_KAFKA_CONTROLLER_PORT: 19093,
  LOCAL_REGISTRY_PORT: 18081,
  LOCAL_POSTGRES_PORT: 15432,
  LOCAL_REDIS_PORT: 16379,
};

/** A variable that sets a port of the local instance. */
export type PortVariable = keyof typeof defaultPorts;
export type Ports = Readonly<Record<PortVariable, number>>;

export function readPorts(environment: NodeJS.ProcessEnv): Ports {
  const ports = { ...defaultPorts };
  for (const variable of Object.keys(ports) as PortVariable[]) {
    const text = environment[variable] ?? '';
    if (text === '') continue;
    ports[variable] = Number(text);
    if (!/^\d+$/.test(text) || ports[variable] < 1 || ports[variable] > 65_535) {
      throw new Error(
        `${variable} is ${JSON.stringify(text)}, which is not a port. Set it to a number from 1 to 65535.`,
      );
    }
  }
  return ports;
}

/** Listens on all ports at once, so that it also detects two variables with the same port. */
export async function requireFreePorts(ports: Ports, wanted: readonly PortVariable[]): Promise<void> {
  const held: Server[] = [];
  const taken: string[] = [];
  for (const variable of wanted) {
    const server = await hold(ports[variable]);
    if (server === undefined) taken.push(`port ${ports[variable]} is taken: set ${variable} to a free one`);
    else held.push(server);
  }
  await Promise.all(held.map(release));
  if (taken.length > 0) throw new Error(`Cannot start:\n  ${taken.join('\n  ')}`);
}

/**
 * Finds free ports for an instance beside the first. They are below the system's range for outgoing connections,
 * because a port of that range may be taken between this check and the start of the server. For the same reason
 * concurrent processes search different ranges, and a second search continues where the first one ended.
 */
export async function freePorts(pid = process.pid): Promise<Ports> {
  const ports = { ...defaultPorts };
  const first = 20_000 + (pid % PLACES) * PORTS_OF_A_PLACE;
  const held: Server[] = [];
  for (const variable of Object.keys(ports) as PortVariable[]) {
    let server: Server | undefined;
    while (server === undefined) {
      ports[variable] = first + (looked++ % PORTS_OF_A_PLACE);
      server = await hold(ports[variable]);
    }
    held.push(server);
  }
  await Promise.all(held.map(release));
  return ports;
}

const PLACES = 24;
const PORTS_OF_A_PLACE = 500;
let looked = Math.floor(Math.random() * PORTS_OF_A_PLACE);

function hold(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      resolve(server);
    });
  });
}

function release(server: Server): Promise<void> {
  return new Promise((resolve) =>
    server.close(() => {
      resolve();
    }),
  );
}
