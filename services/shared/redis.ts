import type { Redis } from 'ioredis';
import { Backoff } from '../../streams/runtime/timing/backoff';
import type { Logger } from '../../streams/runtime/logger';
import { shareWithinTick, type CallForAll } from '../../streams/runtime/timing/shared-calls';
import { connectRedis } from './redis-connection';

/** Where Redis is, and how long a call may take. */
export interface RedisOptions {
  readonly url: string;
  readonly timeoutMs: number;
}

/**
 * The few things that Redis is used for. Every call may reject, at once while Redis is down, so callers have another
 * way.
 */
export interface RedisStore {
  /** False if another value is stored. */
  setIfAbsent(key: string, value: string, leaseMs: number): Promise<boolean>;
  set(key: string, value: string, leaseMs: number): Promise<void>;
  /** Deletes the key only if it holds this value. */
  deleteIfHolds(key: string, value: string): Promise<void>;
  run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /**
   * The id of this run of Redis; undefined while it is not known. A restarted Redis may have lost its last writes, so
   * entries that must not come back to life are stored under this id.
   */
  readonly runId: string | undefined;
  /**
   * False until the run is known, because neither rates nor revocations can be kept before. It asks Redis and does not
   * trust the connection, because a Redis that hangs keeps its connections open.
   */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

export interface RedisScript {
  readonly name: string;
  readonly lua: string;
}

/**
 * Shares one call among several requests. Under load, requests come in bursts, and a call with twenty items costs Redis
 * little more than a call with one.
 */
export function shareCalls<Item, Answer>(
  callForAll: CallForAll<Item, Answer>,
): (item: Item) => Promise<Answer> {
  return shareWithinTick(MOST_ITEMS, callForAll);
}

/** A script blocks Redis while it runs. This many items take about a millisecond. */
const MOST_ITEMS = 100;

/**
 * Opens Redis with a short time-out, because an answer that takes longer than a look-up in PostgreSQL is no shortcut.
 */
export function openRedis({ url, timeoutMs }: RedisOptions, logger: Logger): RedisStore {
  const redis = connectRedis(url, { commandTimeout: timeoutMs }, logger, {
    lost: 'Redis is down; continuing without it',
    restored: 'Redis is back',
  });
  const run = followRun(redis);
  const callOf = scriptCaller(redis);
  const setAll = shareCalls((entries: readonly Lease[]) => {
    const values = entries.flatMap(({ value, leaseMs }) => [value, leaseMs]);
    return callOf(SET_IF_ABSENT)(entries.length, ...entries.map(({ key }) => key), ...values) as Promise<
      number[]
    >;
  });
  const deleteAll = shareCalls((entries: readonly (readonly [key: string, value: string])[]) => {
    const keys = entries.map(([key]) => key);
    const values = entries.map(([, value]) => value);
    return callOf(DELETE_IF_HOLDS)(keys.length, ...keys, ...values) as Promise<number[]>;
  });

  return {
    async setIfAbsent(key, value, leaseMs) {
      return (await setAll({ key, value, leaseMs })) === 1;
    },
    async set(key, value, leaseMs) {
      await redis.set(key, value, 'PX', leaseMs);
    },
    async deleteIfHolds(key, value) {
      await deleteAll([key, value]);
    },
    run: (script, keys, args) => callOf(script)(keys.length, ...keys, ...args),
    get runId() {
      return run.id;
    },
    async isAnswering() {
      await redis.ping();
      return run.id !== undefined;
    },
    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

interface Lease {
  readonly key: string;
  readonly value: string;
  readonly leaseMs: number;
}

const SET_IF_ABSENT: RedisScript = {
  name: 'setIfAbsent',
  lua: `
    local ours = {}
    for i, key in ipairs(KEYS) do
      local value, lease = ARGV[2 * i - 1], ARGV[2 * i]
      ours[i] = redis.call('SET', key, value, 'NX', 'PX', lease) and 1 or 0
    end
    return ours`,
};

/** Compares first: otherwise a holder whose lease has run out would delete the lease of its successor (HAZ-12). */
const DELETE_IF_HOLDS: RedisScript = {
  name: 'deleteIfHolds',
  lua: `
    local deleted = {}
    for i, key in ipairs(KEYS) do
      deleted[i] = redis.call('GET', key) == ARGV[i] and redis.call('DEL', key) or 0
    end
    return deleted`,
};

type Call = (keyCount: number, ...rest: (string | number)[]) => Promise<unknown>;

/** ioredis sends the hash of a script, and its text only if Redis does not know it. */
function scriptCaller(redis: Redis): (script: RedisScript) => Call {
  const defined = new Map<string, Call>();
  return ({ name, lua }) => {
    const known = defined.get(name);
    if (known !== undefined) return known;
    redis.defineCommand(name, { lua });
    const call = (redis as unknown as Record<string, Call>)[name]!.bind(redis);
    defined.set(name, call);
    return call;
  };
}

/**
 * The run is unknown after each reconnect, because the new connection may lead to another run. It is asked for until it
 * is known: if one late answer ended that, the service would have neither rates nor revocations on this connection.
 */
function followRun(redis: Redis): { id: string | undefined } {
  const run: { id: string | undefined } = { id: undefined };
  let connections = 0;
  redis.on('close', () => {
    connections += 1;
    run.id = undefined;
  });
  redis.on('ready', () => {
    const connection = connections;
    void untilNamed(redis, () => connection === connections).then((id) => {
      if (connection === connections) run.id = id;
    });
  });
  return run;
}

async function untilNamed(redis: Redis, isSameConnection: () => boolean): Promise<string | undefined> {
  const backoff = new Backoff();
  while (isSameConnection()) {
    const text = await redis.info('server').catch(() => '');
    const id = /^run_id:(\w+)/m.exec(text)?.[1];
    if (id !== undefined) return id;
    await backoff.pause();
  }
  return undefined;
}
