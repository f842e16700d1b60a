import { KNOWN_FOR_MS, OF_ALL, OF_ONE_ADDRESS, type Allowance } from './try-limits';

interface Bucket {
  readonly left: number;
  readonly atMs: number;
}

interface KnownCaller {
  readonly tries: Bucket;
  readonly knownUntilMs: number;
}

/** Beyond this number the caller seen longest ago is forgotten. The limit of all callers together still holds. */
const MOST_CALLERS = 10_000;

/** Counts the tries of one instance, for the time in which Redis is down. */
export function createTriesInMemory(nowMs: () => number): { take(caller: string, isRight: boolean): number } {
  const callers = new Map<string, KnownCaller>();
  let all: Bucket = { left: OF_ALL.size, atMs: nowMs() };

  return {
    take(caller, isRight) {
      const now = nowMs();
      const { tries, knownUntilMs } = callers.get(caller) ?? {
        tries: { left: OF_ONE_ADDRESS.size, atMs: now },
        knownUntilMs: -Infinity,
      };
      const isKnown = knownUntilMs > now;
      const ownLeft = leftIn(tries, now, OF_ONE_ADDRESS);
      const allLeft = leftIn(all, now, OF_ALL);
      const waitMs = Math.max(
        0,
        (1 - ownLeft) * OF_ONE_ADDRESS.refillMs,
        isKnown ? 0 : (1 - allLeft) * OF_ALL.refillMs,
      );
      const cost = waitMs === 0 && !isRight ? 1 : 0;
      all = { left: allLeft - (isKnown ? 0 : cost), atMs: now };
      callers.delete(caller);
      callers.set(caller, {
        tries: { left: ownLeft - cost, atMs: now },
        knownUntilMs: waitMs === 0 && isRight ? now + KNOWN_FOR_MS : knownUntilMs,
      });
      const [longestAgo = ''] = callers.keys();
      if (callers.size > MOST_CALLERS) callers.delete(longestAgo);
      return Math.ceil(waitMs);
    },
  };
}

function leftIn({ left, atMs }: Bucket, nowMs: number, { size, refillMs }: Allowance): number {
  return Math.min(size, left + Math.max(0, nowMs - atMs) / refillMs);
}
