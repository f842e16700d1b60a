import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Logger } from '../../../streams/runtime/logger';
import { parserFor, run } from './postgres';

/** A `NOTIFY` channel, and what to do when it connects and when it notifies. */
export interface ListenerOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly channel: string;
  /** Called for each new connection once it listens. What was notified before must be read from the tables. */
  readonly onConnected: (connection: Sql) => Promise<void>;
  readonly onNotification: (payload: string, connection: Sql) => void;
}

export interface PostgresListener {
  close(): Promise<void>;
}

/**
 * A connection of its own for `LISTEN`, opened again when it breaks. A pooled connection would not do: the pool passes
 * connections around and drops idle ones, and would lose notifications.
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
    // A connection that was established while everything was closing.
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
    logger.warn(
      { error: error.message, channel },
      'the connection that listens for notifications broke; connecting again',
    ),
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
