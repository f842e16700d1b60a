/**
 * Counts the extra slots of each endpoint, so that a backlog goes out as fast as its endpoint answers. A quick answer
 * while more waits earns one slot. An answer that takes longer costs one; a failure or a slow answer costs half of them
 * (HOOK-15).
 */
export class EarnedSlots {
  /** By endpoint, the one that answered last at the end. */
  private readonly earned = new Map<string, { readonly slots: number; readonly wallMs: number }>();

  constructor(private readonly most: number) {}

  of(endpointId: string, wallMs: number): number {
    const known = this.earned.get(endpointId);
    return known === undefined || isForgotten(known, wallMs) ? 0 : known.slots;
  }

  learn(endpointId: string, { pace, isMoreWaiting, wallMs }: Answer): void {
    const before = this.of(endpointId, wallMs);
    this.earned.delete(endpointId);
    const slots = Math.min(slotsAfter(before, pace, isMoreWaiting), this.most);
    if (slots > 0) this.earned.set(endpointId, { slots, wallMs });
    for (const [oldest, known] of this.earned) {
      if (!isForgotten(known, wallMs)) return;
      this.earned.delete(oldest);
    }
  }
}

export interface Answer {
  readonly pace: Pace;
  /** If nothing waits, more slots would not have helped. */
  readonly isMoreWaiting: boolean;
  readonly wallMs: number;
}

export type Pace = 'quick' | 'fair' | 'bad';

export function paceOf(isDelivered: boolean, durationMs: number): Pace {
  if (!isDelivered || durationMs >= SLOW_MS) return 'bad';
  return durationMs < QUICK_MS ? 'quick' : 'fair';
}

function slotsAfter(slots: number, pace: Pace, isMoreWaiting: boolean): number {
  switch (pace) {
    case 'quick':
      return isMoreWaiting ? slots + 1 : slots;
    case 'fair':
      return Math.max(0, slots - 1);
    case 'bad':
      return Math.floor(slots / 2);
  }
}

function isForgotten({ wallMs }: { readonly wallMs: number }, nowMs: number): boolean {
  return nowMs - wallMs > REMEMBERED_MS;
}

/** An endpoint that processes requests one by one answers later the more it has. From this time on it has enough. */
const QUICK_MS = 1_000;
/** An endpoint that takes longer would hold many slots for long. */
const SLOW_MS = 2_000;
/** Older answers say little about how the endpoint does now. */
const REMEMBERED_MS = 60_000;
