/** Items by due time, earliest first. A binary heap: adding and taking cost the logarithm of the number of items. */
export class DueHeap<Item extends { readonly dueAtMs: number }> {
  private items: Item[] = [];

  get size(): number {
    return this.items.length;
  }

  get earliest(): Item | undefined {
    return this.items[0];
  }

  add(item: Item): void {
    this.items.push(item);
    this.rise(this.items.length - 1);
  }

  take(): Item | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (first === last || last === undefined) return first;
    this.items[0] = last;
    this.sink(0);
    return first;
  }

  /** Keeps the `size` earliest items and returns the others, earliest first. */
  cut(size: number): Item[] {
    // A sorted list is a valid heap.
    this.items.sort((one, other) => one.dueAtMs - other.dueAtMs);
    return this.items.splice(size);
  }

  private rise(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.dueAt(parent) <= this.dueAt(place)) return;
      this.swap(parent, place);
      place = parent;
    }
  }

  private sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      const child = this.dueAt(left + 1) < this.dueAt(left) ? left + 1 : left;
      if (this.dueAt(place) <= this.dueAt(child)) return;
      this.swap(place, child);
      place = child;
    }
  }

  /** A place beyond the end counts as never due. */
  private dueAt(place: number): number {
    return this.items[place]?.dueAtMs ?? Number.POSITIVE_INFINITY;
  }

  private swap(one: number, other: number): void {
    [this.items[one], this.items[other]] = [this.items[other]!, this.items[one]!];
  }
}
