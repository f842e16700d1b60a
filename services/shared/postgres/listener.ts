import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Logger } from '../../../streams/runtime/logger';
import { parserFor, run } from './postgres';

export interface ListenerOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly channel: string;
  /** On every new connection, which listens already: what was told while there was none has to be looked up. */
  readonly onConnected: (connection: Sql) => Promise<void>;
  readonly onNotification: (payload: string, connection: Sql) => void;
}

export interface PostgresListener {
  close(): Promise<void>;
}

/**
 * A connection of its own that hears `NOTIFY`, opened again whenever it breaks. One of the pool would not do: a pool
 * hands its connections around and drops them when they idle, and what is told meanwhile is lost.
 *
 * Rejects if the first connection fails, as a service does that finds no database at its start.
 */
export async function openPostgresListener(
  options: ListenerOptions,
  logger: Logger,
): Promise<PostgresListener> {
  const closing = new AbortController();
  let client = await connect(options, logger);

  const keepConnected = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await new Promise<void>((resolve) => client.once('end', resolve));
      client = await reconnect(client);
    }
    // One that came up just as everything was closing.
    await client.end();
  };
  const reconnect = async (broken: Client): Promise<Client> => {
    while (!closing.signal.aborted) {
      try {
        return await connect(options, logger);
      } catch {
        await delay(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return broken;
  };
  const ended = keepConnected();

  return {
    async close() {
      closing.abort();
      await client.end();
      await ended;
    },
  };
}

const RECONNECT_MS = 100;

async function connect(
  { url, applicationName, channel, onConnected, onNotification }: ListenerOptions,
  logger: Logger,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser: parserFor },
  });
  const connection: Sql = { query: (statement, values) => run(client, statement, values) };
  client.on('error', (error) =>
    logger.warn({ error: error.message, channel }, 'a listening connection broke'),
  );
  client.on('notification', ({ payload = '' }) => onNotification(payload, connection));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    await onConnected(connection);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
