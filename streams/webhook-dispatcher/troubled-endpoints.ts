/**
 * Endpoints that failed or were slow the last time. One that is never tried again, for it was deleted or disabled, has no
 * success to be taken out by: it goes by its age.
 */
export class TroubledEndpoints {
  /** By endpoint the real time of its last trouble, the oldest first. */
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

/** Longer than the longest wait between two attempts, so that no retry finds its endpoint forgotten. */
const REMEMBERED_MS = 24 * 3_600_000;
