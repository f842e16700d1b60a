import { IPv6 } from 'ipaddr.js';

/** A body that has not arrived completely. */
export interface UnfinishedBody {
  readonly address: string;
  readonly startedAtMs: number;
  bytes: number;
  readonly giveUp: (why: 'too_slow' | 'no_room') => void;
}

export interface BodyLimits {
  /** Sum over all unfinished bodies. */
  readonly maxHeldBytes: number;
  readonly maxBodies: number;
  readonly maxBodiesPerAddress: number;
}

export const BODY_LIMITS: BodyLimits = {
  maxHeldBytes: 256 * 1024 * 1024,
  maxBodies: 10_000,
  maxBodiesPerAddress: 2_000,
};

export interface UnfinishedBodies {
  add(body: UnfinishedBody): void;
  grow(body: UnfinishedBody, bytes: number): void;
  remove(body: UnfinishedBody): void;
}

/**
 * The bodies that are arriving. A stranger can begin one, because the size is checked before the API key. So their
 * number and size are bounded, and each must keep arriving (LIMIT-5).
 *
 * Beyond a bound the slowest body is given up. If newcomers were refused, a stranger who holds bodies open would shut
 * everybody out. If the oldest were, no body would finish while there are too many well-meaning callers.
 */
export function createUnfinishedBodies(limits: BodyLimits): UnfinishedBodies {
  const all = new Set<UnfinishedBody>();
  const byAddress = new Map<string, Set<UnfinishedBody>>();
  let heldBytes = 0;
  let sweep: NodeJS.Timeout | undefined;

  const remove = (body: UnfinishedBody): void => {
    if (!all.delete(body)) return;
    heldBytes -= body.bytes;
    const siblings = byAddress.get(body.address);
    siblings?.delete(body);
    if (siblings?.size === 0) byAddress.delete(body.address);
  };
  const giveUpSlowest = (bodies: Iterable<UnfinishedBody>): void => {
    const slowest = slowestOf(bodies, performance.now());
    if (slowest === undefined) return;
    remove(slowest);
    slowest.giveUp('no_room');
  };
  const endTrickles = (): void => {
    const nowMs = performance.now();
    for (const body of all) {
      if (!isTooSlow(body.bytes, nowMs - body.startedAtMs)) continue;
      remove(body);
      body.giveUp('too_slow');
    }
    if (all.size > 0) return;
    clearInterval(sweep);
    sweep = undefined;
  };

  return {
    add(body) {
      const siblings = byAddress.get(body.address) ?? new Set();
      if (siblings.size >= limits.maxBodiesPerAddress) giveUpSlowest(siblings);
      else if (all.size >= limits.maxBodies) giveUpSlowest(all);
      all.add(body);
      byAddress.set(body.address, siblings.add(body));
      sweep ??= setInterval(endTrickles, SWEEP_MS).unref();
    },
    grow(body, bytes) {
      body.bytes += bytes;
      heldBytes += bytes;
      while (heldBytes > limits.maxHeldBytes) giveUpSlowest(all);
    },
    remove,
  };
}

const SWEEP_MS = 500;
const GRACE_MS = 5_000;
const MIN_BYTES_PER_SECOND = 1_000;

/** A pause of some seconds is one lost packet or several. On average a body must arrive faster than a trickle. */
function isTooSlow(bytes: number, waitedMs: number): boolean {
  return bytes < ((waitedMs - GRACE_MS) / 1_000) * MIN_BYTES_PER_SECOND;
}

/** Counts as sent from the start, so that a body whose first bytes are still to come is not the slowest. */
const HEAD_START_BYTES = 1_000;

function slowestOf(bodies: Iterable<UnfinishedBody>, nowMs: number): UnfinishedBody | undefined {
  let slowest: UnfinishedBody | undefined;
  let leastRate = Infinity;
  for (const body of bodies) {
    const rate = (body.bytes + HEAD_START_BYTES) / (nowMs - body.startedAtMs + 1);
    if (rate >= leastRate) continue;
    slowest = body;
    leastRate = rate;
  }
  return slowest;
}

/** The address of a caller. For IPv6 its network, because a caller has 2^64 addresses in it. */
export function callerAddress(address = ''): string {
  if (!address.includes(':') || address.startsWith('::ffff:') || !IPv6.isValid(address)) return address;
  return IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
