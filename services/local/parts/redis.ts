import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startChild, untilReady } from '../child';
import { fetchServers } from './jars';
import { reportedVersion, type Part } from './part';

/** Starts Redis with its data in the home folder and waits until it answers commands. */
export async function startRedis(options: { home: string; port: number; name?: string }): Promise<Part> {
  const { home, port, name = 'redis' } = options;
  const { binary, version } = await findRedis(home);
  const dataFolder = join(home, name);
  mkdirSync(dataFolder, { recursive: true });
  const child = await startChild({
    home,
    name,
    kind: 'part',
    command: binary,
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dataFolder],
      // The append-only file holds all data, so snapshots would only cost forks.
      ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
      ...['--maxmemory-policy', 'noeviction'],
    ],
  });
  await untilReady(child, () => answersPing(port));
  const address = `127.0.0.1:${port}`;
  return { ...child, title: `Redis ${version}`, url: `redis://${address}`, address };
}

async function findRedis(home: string): Promise<{ binary: string; version: string }> {
  const packaged = await fetchServers(home).then(
    ({ redisBinary }) => redisBinary,
    (error: unknown) => error as Error,
  );
  for (const binary of [packaged, 'redis-server']) {
    const version = typeof binary === 'string' ? await reportedVersion(binary) : undefined;
    if (typeof binary === 'string' && version !== undefined) return { binary, version };
  }
  const reason = typeof packaged === 'string' ? `${packaged} does not run on this machine` : packaged.message;
  throw new Error(
    `No Redis: REDIS_URL is not set, redis-server is not on the PATH, and the packaged one cannot be used. Install ` +
      `Redis, or set REDIS_URL.\n${reason}`,
  );
}

/** Sends PING, because Redis accepts connections but answers every command with an error while it loads its data. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', (answer) => {
      resolve(answer.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => undefined);
    socket.once('close', () => {
      resolve(false);
    });
  });
}
