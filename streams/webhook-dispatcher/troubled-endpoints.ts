/**
 * The endpoints whose last answer was a failure or slow; they get fewer slots (HOOK-15). An endpoint that is deleted or
 * disabled never succeeds again, so it is forgotten by its age.
 */
export class TroubledEndpoints {
  /** By endpoint, the real time of its last failure or slow answer, the oldest first. */
  private readonly since = new Map<string, number>();

  has(endpointId: string): boolean {
    return this.since.has(endpointId);
  }

  learn(endpointId: string, isWell: boolean, wallMs: number): void {
    this.since.delete(endpointId);
    if (!isWell) this.since.set(endpointId, wallMs);
    for (const [oldest, atMs] of this.since) {
      if (wallMs - atMs <= REMEMBERED_MS) return;
      this.since.delete(oldest);
    }
  }
}

/** Longer than the longest wait between two attempts, so that a retry still finds its endpoint here. */
const REMEMBERED_MS = 24 * 3_600_000;
