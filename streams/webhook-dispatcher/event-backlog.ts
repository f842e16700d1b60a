import type { PartitionReader } from '../runtime/kafka/partition-reader';
import type { LogRecord } from '../runtime/kafka/records';

/** A partition with more records waiting than this is paused. */
const QUEUE_LIMIT = 5_000;
/** How many records are taken at once, from all partitions together. */
export const TAKEN_AT_ONCE = 1_000;

/**
 * The records of the owned partitions until their deliveries are stored. Each assignment of partitions gets a new one.
 */
export class EventBacklog {
  private readonly queues = new Map<number, { records: LogRecord[]; isPaused: boolean }>();

  constructor(
    private readonly reader: PartitionReader,
    readonly partitions: readonly number[],
  ) {}

  /**
   * Starts to read each partition at its stored position, or at the first offset of the log if that is later: then the
   * records were there for a week without being read.
   */
  async open(positionsOf: (partitions: readonly number[]) => Promise<Map<number, number>>): Promise<void> {
    const [positions, bounds] = await Promise.all([positionsOf(this.partitions), this.reader.bounds()]);
    for (const partition of this.partitions) {
      this.queues.set(partition, { records: [], isPaused: false });
      this.reader.start(
        partition,
        Math.max(positions.get(partition) ?? 0, bounds.get(partition)?.first ?? 0),
      );
    }
  }

  offer(partition: number, records: readonly LogRecord[]): void {
    const queue = this.queues.get(partition);
    if (queue === undefined) return;
    queue.records.push(...records);
    if (queue.records.length <= QUEUE_LIMIT) return;
    queue.isPaused = true;
    this.reader.pause(partition);
  }

  /** Takes the next records from all partitions. A caller that fails to store them has to keep them and try again. */
  take(): LogRecord[] {
    const taken: LogRecord[] = [];
    for (const [partition, queue] of this.queues) {
      taken.push(...queue.records.splice(0, Math.ceil(TAKEN_AT_ONCE / this.queues.size)));
      if (!queue.isPaused || queue.records.length > QUEUE_LIMIT / 2) continue;
      queue.isPaused = false;
      this.reader.resume(partition);
    }
    return taken;
  }
}
