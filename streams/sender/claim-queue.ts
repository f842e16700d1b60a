/**
 * What waits to be claimed. Businesses take turns, so the hundred thousand sends of one are no more in the way of
 * another's than a single send would be (hazard 17); within a business the order is that of the log.
 */
export class ClaimQueue<Item extends { readonly businessId: string }> {
  /** In the order in which their turns come. */
  private readonly lines = new Map<string, Line<Item>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(item: Item): void {
    this.lineOf(item.businessId).back.push(item);
    this.count += 1;
  }

  /** These come next again, in this order: what they were taken for did not happen. */
  putBack(items: readonly Item[]): void {
    for (const item of items.toReversed()) this.lineOf(item.businessId).front.push(item);
    this.count += items.length;
  }

  /** So many at most, one of each business in turn. A business that is refused keeps its turn for the next time. */
  take(most: number, mayTake: (businessId: string, taken: number) => boolean): Item[] {
    const taken: Item[] = [];
    const takenOf = new Map<string, number>();
    let passedOver = 0;
    while (taken.length < most && passedOver < this.lines.size) {
      const [first] = this.lines;
      if (first === undefined) break;
      const [businessId, line] = first;
      const already = takenOf.get(businessId) ?? 0;
      this.lines.delete(businessId);
      if (!mayTake(businessId, already)) {
        this.lines.set(businessId, line);
        passedOver += 1;
        continue;
      }
      passedOver = 0;
      taken.push(next(line));
      takenOf.set(businessId, already + 1);
      if (!isEmpty(line)) this.lines.set(businessId, line);
    }
    this.count -= taken.length;
    return taken;
  }

  clear(): Item[] {
    const all = Array.from(this.lines.values(), ({ front, back, taken }) => [
      ...front.toReversed(),
      ...back.slice(taken),
    ]).flat();
    this.lines.clear();
    this.count = 0;
    return all;
  }

  private lineOf(businessId: string): Line<Item> {
    let line = this.lines.get(businessId);
    if (line === undefined) {
      line = { front: [], back: [], taken: 0 };
      this.lines.set(businessId, line);
    }
    return line;
  }
}

/** Taking from the front of an array would move all the others, and a line may have a hundred thousand. */
interface Line<Item> {
  /** What was put back, the next one last. */
  readonly front: Item[];
  back: Item[];
  taken: number;
}

function next<Item>(line: Line<Item>): Item {
  const fromFront = line.front.pop();
  if (fromFront !== undefined) return fromFront;
  const item = line.back[line.taken]!;
  line.taken += 1;
  if (line.taken > 1_000 && line.taken * 2 > line.back.length) {
    line.back = line.back.slice(line.taken);
    line.taken = 0;
  }
  return item;
}

function isEmpty<Item>({ front, back, taken }: Line<Item>): boolean {
  return front.length === 0 && taken === back.length;
}
