import { topicNamed } from '../../../schemas/topics';
import type { CommandTelemetry } from './telemetry';
import type { AnnouncedRecord } from '../kafka/records';
import type { Announcement } from './outbox';
import type { OwnedPartition } from './owned-partition';
import type { RecordProducer } from '../kafka/producer';
import { rest } from '../timing/sleep';

/** The most records that wait for the broker while batches are decided, so that an outage does not fill memory. */
const MAX_RECORDS_UNDER_WAY = 4_000;
const RETRY_MS = 250;

/**
 * Kafka's cost goes by record batches, and sends spread over all partitions: six batches a transaction were most of
 * what the ledger wrote. So sends are gathered for longer the busier it is: each published record delays the next
 * request by this much, up to a bound. Up to five hundred records a second leave at once; more leave every 50 ms.
 */
const GATHER_MS_PER_RECORD = 2;
const MAX_GATHER_MS = 50;

/**
 * Publishes the outbox rows of committed transactions while the next one is under way. Sends and timers need no Kafka
 * transaction, because their readers recognise a repeat by its id. Events go through the relay of their partition.
 */
export class OutboxPublisher {
  private readonly underWay = new Set<Promise<void>>();
  private recordsUnderWay = 0;
  private gathered: AnnouncedRecord[] = [];
  private gathering: Promise<void> | undefined;
  private gatherUntilMs = 0;

  constructor(
    private readonly producer: RecordProducer,
    private readonly telemetry: CommandTelemetry,
  ) {}

  announce(owner: OwnedPartition, announcements: readonly Announcement[]): void {
    for (const announcement of announcements) {
      const published = owner.progress.begin(announcement);
      const records = announcement.records.filter((record) => !goesThroughRelay(record));
      this.track(records.length, this.publishSoon(records).then(published));
      for (const [cause, events] of byCause(announcement.records.filter(goesThroughRelay))) {
        owner.relay.enqueue(cause, events);
      }
      owner.relay.enqueue(announcement.lastOffset, []);
    }
  }

  /** Publishes what an earlier owner committed, except for the events that its relay already published. */
  publishLeftovers(owner: OwnedPartition, leftovers: readonly Announcement[]): void {
    const { relayedAtOpening } = owner.relay;
    const isUnpublished = (record: AnnouncedRecord): boolean =>
      !goesThroughRelay(record) || record.cause > relayedAtOpening;
    this.announce(
      owner,
      leftovers.map((leftover) => ({ ...leftover, records: leftover.records.filter(isUnpublished) })),
    );
  }

  async hasRoom(): Promise<void> {
    while (this.recordsUnderWay > MAX_RECORDS_UNDER_WAY) await Promise.race(this.underWay);
  }

  async drained(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async publishSoon(records: readonly AnnouncedRecord[]): Promise<void> {
    if (records.length === 0) return;
    this.gathered.push(...records);
    this.gathering ??= this.publishGathered();
    await this.gathering;
  }

  private async publishGathered(): Promise<void> {
    // Waits at least one turn of the event loop, so that the other partitions of this transaction join.
    await rest(this.gatherUntilMs - performance.now());
    const records = this.gathered;
    this.gatherUntilMs = performance.now() + Math.min(records.length * GATHER_MS_PER_RECORD, MAX_GATHER_MS);
    this.gathered = [];
    this.gathering = undefined;
    await this.publishUntilDone(records);
  }

  private async publishUntilDone(records: readonly AnnouncedRecord[]): Promise<void> {
    for (;;) {
      try {
        await this.producer.publish(records);
        return;
      } catch (error) {
        this.telemetry.outage(error);
        await rest(RETRY_MS);
      }
    }
  }

  private track(records: number, task: Promise<void>): void {
    this.underWay.add(task);
    this.recordsUnderWay += records;
    void task.finally(() => {
      this.underWay.delete(task);
      this.recordsUnderWay -= records;
    });
  }
}

function goesThroughRelay(record: AnnouncedRecord): boolean {
  return topicNamed(record.topic).transactional;
}

/** The relay takes all events of a command together, so that its offset says exactly what is published. */
function byCause(events: readonly AnnouncedRecord[]): Map<number, AnnouncedRecord[]> {
  const groups = new Map<number, AnnouncedRecord[]>();
  for (const event of events) {
    const group = groups.get(event.cause);
    if (group === undefined) groups.set(event.cause, [event]);
    else group.push(event);
  }
  return groups;
}
