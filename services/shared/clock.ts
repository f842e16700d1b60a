import { z } from 'zod';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { Logger } from '../../streams/runtime/logger';
import { openPostgresListener } from './postgres/listener';

/** The time of the product. Every rule reads it here, so that tests and demos can move it (HAZ-18). */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export interface OpenClock extends Clock {
  /** Calls the listener after each jump, because a timer in real time would fire too late then. */
  onMoved(listener: () => void): void;
  close(): Promise<void>;
}

export interface ClockOptions {
  readonly config: {
    readonly clock: 'system' | 'movable';
    readonly databaseUrl: string;
    readonly nodeEnv: string;
  };
  /** Names this process to those who wait until all processes follow a move. */
  readonly name: string;
  readonly logger: Logger;
}

/**
 * The clock of a process: `const clock = await openClock({ config, name, logger })`, and `clock.close()` at its end.
 */
export async function openClock({ config, name, logger }: ClockOptions): Promise<OpenClock> {
  if (config.clock === 'system') {
    return { ...systemClock, onMoved: () => undefined, close: () => Promise.resolve() };
  }
  if (config.nodeEnv === 'production') {
    throw new Error('a movable clock is not allowed in production: set CLOCK to system');
  }
  return followClock({ url: config.databaseUrl, name, logger });
}

/** A `NOTIFY` on this channel carries the row of `clock` after a move. */
export const CLOCK_CHANNEL = 'clock_moved';

/**
 * A follower puts the version that it has taken into the name of its connection. So `pg_stat_activity` shows who is
 * still behind after a move, and a follower that died is gone from there at once. A table of followers would keep the
 * dead, and only a time-out could tell them from the slow.
 */
function followerName(version: number | undefined, name: string): string {
  return `${FOLLOWER_PREFIX}${version ?? 'none'} ${name}`;
}

export const FOLLOWER_PREFIX = 'clock:';

interface Follower {
  readonly url: string;
  readonly name: string;
  readonly logger: Logger;
}

async function followClock({ url, name, logger }: Follower): Promise<OpenClock> {
  const listeners: (() => void)[] = [];
  let taken: Moved | undefined;

  const take = (moved: Moved): void => {
    // A notification sent while the row is being read may arrive after the row.
    if (taken !== undefined && moved.version <= taken.version) return;
    taken = moved;
    for (const listener of listeners) listener();
  };
  const acknowledge = (connection: Sql): Promise<unknown> =>
    connection.query(RENAME, [followerName(taken?.version, name)]);

  const listening = await openPostgresListener(
    {
      url,
      applicationName: followerName(undefined, name),
      channel: CLOCK_CHANNEL,
      async onConnected(connection) {
        const [row] = await connection.query(READ, []);
        take(Moved.parse(row));
        await acknowledge(connection);
      },
      onNotification(payload, connection) {
        take(Moved.parse(JSON.parse(payload)));
        // A connection that breaks here is opened again. It then acknowledges the row that it reads.
        acknowledge(connection).catch((error: unknown) => {
          logger.warn({ error }, 'the process follows the moved clock, but could not acknowledge the move');
        });
      },
    },
    logger,
  );

  return {
    now: () => Date.now() + (taken?.offset_ms ?? 0),
    onMoved: (listener) => void listeners.push(listener),
    close: () => listening.close(),
  };
}

const Moved = z.object({ version: z.int(), offset_ms: z.int() });
type Moved = z.infer<typeof Moved>;

const READ = { name: 'clock-read', text: 'SELECT version, offset_ms FROM clock' };
const RENAME = { name: 'clock-acknowledge', text: "SELECT set_config('application_name', $1, false)" };
