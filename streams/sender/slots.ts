/**
 * Limits the attempts in flight. One business gets at most three quarters of the slots, because calls to a provider
 * that hangs would otherwise hold all of them.
 */
export class Slots {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly mostOfOne: number;

  constructor(private readonly most: number) {
    this.mostOfOne = Math.ceil(most * SHARE_OF_ONE);
  }

  get inUse(): number {
    return this.taken;
  }

  get free(): number {
    return this.most - this.taken;
  }

  /** Whether the business has a slot left, besides the `alsoTaking` slots that it is about to take. */
  hasOneFor(businessId: string, alsoTaking: number): boolean {
    return (this.takenBy.get(businessId) ?? 0) + alsoTaking < this.mostOfOne;
  }

  take(businessId: string): void {
    this.taken += 1;
    this.takenBy.set(businessId, (this.takenBy.get(businessId) ?? 0) + 1);
  }

  leave(businessId: string): void {
    this.taken -= 1;
    const left = (this.takenBy.get(businessId) ?? 0) - 1;
    if (left > 0) this.takenBy.set(businessId, left);
    else this.takenBy.delete(businessId);
  }
}

const SHARE_OF_ONE = 0.75;
