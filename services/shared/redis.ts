import type { Redis } from 'ioredis';
import { Backoff } from '../../streams/runtime/timing/backoff';
import type { Logger } from '../../streams/runtime/logger';
import { shareWithinTick, type CallForAll } from '../../streams/runtime/timing/shared-calls';
import { connectRedis } from './redis-connection';

export interface RedisOptions {
  readonly url: string;
  readonly timeoutMs: number;
}

/** The few things Redis is used for. Every call may reject, at once when Redis is away: callers have another way. */
export interface RedisStore {
  /** False: somebody else's value is there. */
  setIfAbsent(key: string, value: string, leaseMs: number): Promise<boolean>;
  set(key: string, value: string, leaseMs: number): Promise<void>;
  /** Deletes the key only while it holds this very value. */
  deleteIfHolds(key: string, value: string): Promise<void>;
  run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /**
   * Names this run of Redis; undefined while it is not known. A Redis that was restarted may have lost what it was told
   * last, so whatever must not come back to life is kept under this name.
   */
  readonly runId: string | undefined;
  /**
   * Only once its run is known: before, neither rates nor revocations can be kept there. Asked and not gone by the
   * connection, which a Redis that hangs keeps open.
   */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

export interface RedisScript {
  readonly name: string;
  readonly lua: string;
}

/**
 * Under load answers, and so requests, come in bursts, and to Redis a call with twenty items costs little more than a call
 * with one.
 */
export function shareCalls<Item, Answer>(
  callForAll: CallForAll<Item, Answer>,
): (item: Item) => Promise<Answer> {
  return shareWithinTick(MOST_ITEMS, callForAll);
}

/** A script keeps Redis from everything else while it runs: this many take it about a millisecond. */
const MOST_ITEMS = 100;

/** An answer that takes longer than a look-up in Postgres is no shortcut any more, so a call is given up then. */
export function openRedis({ url, timeoutMs }: RedisOptions, logger: Logger): RedisStore {
  const redis = connectRedis(url, { commandTimeout: timeoutMs }, logger, {
    away: 'Redis is away, working without it',
    back: 'Redis is back',
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

/** Without the comparison, a holder whose lease ran out would delete its successor's lease. */
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

/** ioredis sends a script's hash, and its text only to a Redis that does not know it yet. */
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
 * Unknown again with every new connection, for that may be to another run. It is asked for until it is known: one answer
 * that came too late would leave the service without rates and revocations for as long as the connection lasts.
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
