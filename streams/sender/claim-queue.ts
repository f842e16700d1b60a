/**
 * The sends that wait to be claimed. Businesses take turns, so a business with a hundred thousand sends delays another
 * no more than one with a single send (HAZ-20). Within a business the order is that of the log.
 */
export class ClaimQueue<Item extends { readonly businessId: string }> {
  /** In the order of their turns. */
  private readonly queues = new Map<string, BusinessQueue<Item>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(item: Item): void {
    this.queueOf(item.businessId).back.push(item);
    this.count += 1;
  }

  /** Puts items whose claim failed back at the front, in this order. */
  putBack(items: readonly Item[]): void {
    for (const item of items.toReversed()) this.queueOf(item.businessId).front.push(item);
    this.count += items.length;
  }

  /**
   * Takes at most `most` items, one of each business in turn. A business that is refused keeps its turn for the next
   * call.
   */
  take(most: number, mayTake: (businessId: string, taken: number) => boolean): Item[] {
    const taken: Item[] = [];
    const takenOf = new Map<string, number>();
    let passedOver = 0;
    while (taken.length < most && passedOver < this.queues.size) {
      const [first] = this.queues;
      if (first === undefined) break;
      const [businessId, queue] = first;
      const already = takenOf.get(businessId) ?? 0;
      this.queues.delete(businessId);
      if (!mayTake(businessId, already)) {
        this.queues.set(businessId, queue);
        passedOver += 1;
        continue;
      }
      passedOver = 0;
      taken.push(next(queue));
      takenOf.set(businessId, already + 1);
      if (!isEmpty(queue)) this.queues.set(businessId, queue);
    }
    this.count -= taken.length;
    return taken;
  }

  clear(): Item[] {
    const all = Array.from(this.queues.values(), ({ front, back, taken }) => [
      ...front.toReversed(),
      ...back.slice(taken),
    ]).flat();
    this.queues.clear();
    this.count = 0;
    return all;
  }

  private queueOf(businessId: string): BusinessQueue<Item> {
    let queue = this.queues.get(businessId);
    if (queue === undefined) {
      queue = { front: [], back: [], taken: 0 };
      this.queues.set(businessId, queue);
    }
    return queue;
  }
}

/** The sends of one business. `shift()` would move all other items, and there may be a hundred thousand. */
interface BusinessQueue<Item> {
  /** Items that were put back; the next one is the last of the array. */
  readonly front: Item[];
  back: Item[];
  taken: number;
}

function next<Item>(queue: BusinessQueue<Item>): Item {
  const fromFront = queue.front.pop();
  if (fromFront !== undefined) return fromFront;
  const item = queue.back[queue.taken]!;
  queue.taken += 1;
  if (queue.taken > 1_000 && queue.taken * 2 > queue.back.length) {
    queue.back = queue.back.slice(queue.taken);
    queue.taken = 0;
  }
  return item;
}

function isEmpty<Item>({ front, back, taken }: BusinessQueue<Item>): boolean {
  return front.length === 0 && taken === back.length;
}
