import type { Channel, OutcomeOn } from '../providers/outcome';
import { RecentByKey } from './recent-by-key';

/** What we submitted to a provider, with the outcome that the simulator gave it. */
export interface Submission<On extends Channel> {
  readonly at: number;
  readonly to: string;
  readonly outcome: OutcomeOn<On>;
  /** The provider's id, or null if the provider accepted nothing. */
  readonly id: string | null;
}

/** A submission that reached its person. */
export interface Received<Item> {
  readonly at: number;
  readonly item: Item;
}

/** News about one address, for the open pages. */
export interface Change {
  readonly channel: Channel;
  readonly to: string;
  /** False if only the provider has the message, or if it refused the message. */
  readonly arrived: boolean;
}

/** The state of one channel: how submissions end, what was submitted, and what arrived. */
export class ChannelRecord<On extends Channel, Item extends Submission<On>> {
  private readonly behaviours = new Map<string, OutcomeOn<On>>();
  private readonly submitted: RecentByKey<Item>;
  private readonly arrived: RecentByKey<Received<Item>>;
  private readonly hasArrived = new WeakSet<Item>();

  constructor(
    readonly channel: On,
    private readonly announce: (change: Change) => void,
    private readonly bytesOf: (item: Item) => number = () => 0,
  ) {
    this.submitted = new RecentByKey({ maxItems: MAX_SUBMISSIONS, maxBytes: MAX_BYTES });
    this.arrived = new RecentByKey({ maxItems: MAX_SUBMISSIONS, maxBytes: MAX_BYTES });
  }

  outcomeFor(to: string): OutcomeOn<On> {
    return this.behaviours.get(to) ?? 'deliver';
  }

  setOutcome(to: string, outcome: OutcomeOn<On>): void {
    // Deleted first, so that it becomes the newest, and the first of the map is always the one set longest ago.
    this.behaviours.delete(to);
    if (outcome === 'deliver') return;
    this.behaviours.set(to, outcome);
    const [oldest] = this.behaviours.keys();
    if (this.behaviours.size > MAX_BEHAVIOURS && oldest !== undefined) this.behaviours.delete(oldest);
  }

  add(item: Item): void {
    this.submitted.add(item.to, item, this.bytesOf(item));
    this.announce({ channel: this.channel, to: item.to, arrived: false });
  }

  /** Records that the person received it. Recording the same arrival again changes nothing. */
  arrive(item: Item, at: number): void {
    if (this.hasArrived.has(item)) return;
    this.hasArrived.add(item);
    this.arrived.add(item.to, { at, item }, this.bytesOf(item));
    this.announce({ channel: this.channel, to: item.to, arrived: true });
  }

  /** Newest first. */
  submissions(to: string | undefined): Item[] {
    return (to === undefined ? this.submitted.all() : this.submitted.of(to)).reverse();
  }

  /** Newest first. */
  received(to: string | undefined): Received<Item>[] {
    return (to === undefined ? this.arrived.all() : this.arrived.of(to)).reverse();
  }

  /** The newest submission that a late report can be about, because a provider reports only what it accepted. */
  newestTaken(to: string): (Item & { readonly id: string }) | undefined {
    return this.submissions(to).find((item): item is Item & { readonly id: string } => item.id !== null);
  }
}

const MAX_SUBMISSIONS = 50_000;
/** Mails are large, and 50,000 of them could take a gigabyte. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_BEHAVIOURS = 50_000;
