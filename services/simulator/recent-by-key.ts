/** How much is kept. */
export interface RecentLimits {
  readonly maxItems: number;
  /** The caller says how many bytes an item counts. Without a limit, bytes do not matter. */
  readonly maxBytes?: number;
}

/**
 * Keeps the newest items and finds them by key. The item to drop is the oldest of all, so it is also the oldest of its
 * key. Both are the heads of queues, so nothing has to be searched.
 */
export class RecentByKey<Item> {
  private readonly order = new Queue<{ readonly key: string; readonly item: Item; readonly bytes: number }>();
  private readonly byKey = new Map<string, Queue<Item>>();
  private bytes = 0;

  constructor(private readonly limits: RecentLimits) {}

  add(key: string, item: Item, bytes = 0): void {
    this.order.push({ key, item, bytes });
    this.bytes += bytes;
    const items = this.byKey.get(key);
    if (items === undefined) this.byKey.set(key, new Queue([item]));
    else items.push(item);
    while (this.isFull()) this.dropOldest();
  }

  /** Oldest first. */
  of(key: string): Item[] {
    return this.byKey.get(key)?.toArray() ?? [];
  }

  /** Oldest first. */
  all(): Item[] {
    return this.order.toArray().map(({ item }) => item);
  }

  private isFull(): boolean {
    const { maxItems, maxBytes = Infinity } = this.limits;
    return this.order.length > maxItems || (this.bytes > maxBytes && this.order.length > 1);
  }

  private dropOldest(): void {
    const oldest = this.order.shift();
    if (oldest === undefined) return;
    this.bytes -= oldest.bytes;
    const items = this.byKey.get(oldest.key);
    items?.shift();
    if (items?.length === 0) this.byKey.delete(oldest.key);
  }
}

/** `Array.shift` moves all remaining elements. This queue moves them only when half of its array has been shifted. */
class Queue<Item> {
  private head = 0;

  constructor(private items: (Item | undefined)[] = []) {}

  get length(): number {
    return this.items.length - this.head;
  }

  push(item: Item): void {
    this.items.push(item);
  }

  shift(): Item | undefined {
    const item = this.items[this.head];
    if (this.length === 0) return undefined;
    this.items[this.head] = undefined;
    this.head += 1;
    if (this.head > 32 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }

  toArray(): Item[] {
    return this.items.slice(this.head) as Item[];
  }
}
