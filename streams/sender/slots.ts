/** How many attempts may be under way at once. No business takes all the slots: a provider that hangs would hold them. */
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

  /** Has this business a place left, when it is about to take so many already? */
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
