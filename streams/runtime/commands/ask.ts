import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import { Backoff } from '../timing/backoff';
import type { Codec } from '../kafka/codec';
import type { Answer } from './command-processor';
import { isRefusedByBroker } from '../failures/failures';
import type { LogClient } from '../kafka/kafka-client';
import { openPartitionReader, type PartitionReader } from '../kafka/partition-reader';
import type { RecordProducer } from '../kafka/producer';
import { partitionFor, type LogRecord } from '../kafka/records';

/** Sends commands and waits for their outcomes. */
export interface Asker {
  /** Throws `NoAnswer` when there is none; the command may still be applied then. */
  ask(command: Omit<Command, 'reply_partition'>): Promise<Answer>;
  /** True while this process can be answered by the log, not only by looking answers up. */
  readonly isAddressable: boolean;
  close(): Promise<void>;
}

/** The command was not written to the log, or not answered in time. */
export class NoAnswer extends Error {
  constructor(options?: ErrorOptions) {
    super('the command was not answered', options);
  }
}

export interface AskerDependencies {
  readonly codec: Codec;
  readonly producer: RecordProducer;
  readonly partitions: number;
  readonly lookUp: (commandIds: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  readonly onFailure: (error: Error) => void;
}

/** Every process that asks is a member: each reads only the partitions of `replies` that are its own just now. */
const REPLIES_GROUP = 'replies';
const PATIENCE_MS = 15_000;

export async function openAsker(kafka: LogClient, deps: AskerDependencies): Promise<Asker> {
  const asker = new LogAsker(deps);
  await asker.listen(kafka);
  return asker;
}

interface Waiter {
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
  readonly giveUpAt: number;
  lookUpAt: number;
  pauseMs: number;
}

/**
 * A reply is a hint, never the truth. While instances come and go it may reach the wrong one, so whoever waits too long
 * looks the outcome up: all waiters in one query, and only after 2 s while the group is quiet, for under load a slow
 * answer is more likely late than lost.
 */
class LogAsker implements Asker {
  private readonly waiters = new Map<string, Waiter>();
  private reader: PartitionReader | undefined;
  /** Partitions of `replies` whose end is known, so that no reply sent from now on can be missed there. */
  private mine: readonly number[] = [];
  private groupChangedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Number.POSITIVE_INFINITY;
  private lookingUp = false;

  constructor(private readonly deps: AskerDependencies) {}

  async listen(kafka: LogClient): Promise<void> {
    this.reader = await openPartitionReader(
      kafka,
      { topic: topics.replies.name, groupId: REPLIES_GROUP },
      {
        onAssigned: (partitions, reader) => {
          this.takePartitions(partitions, reader).catch(this.deps.onFailure);
        },
        onRecords: (_partition, records) => {
          // One that cannot be read is looked up by whoever waits for it.
          for (const record of records) this.receive(record).catch(() => undefined);
        },
        onFailure: this.deps.onFailure,
      },
    );
  }

  get isAddressable(): boolean {
    return this.mine.length > 0 && this.reader?.isHeard === true;
  }

  ask(command: Omit<Command, 'reply_partition'>): Promise<Answer> {
    // Always the same one: replies that share a partition share a record batch, which is what Kafka's cost goes by.
    const replyPartition = this.mine[0] ?? null;
    const record = {
      topic: topics.commands.name,
      partition: partitionFor(command.business_id, this.deps.partitions),
      key: command.business_id,
      // Last, for a command that is asked again brings the partition of whoever asked first.
      value: this.deps.codec.encode(topics.commands, { ...command, reply_partition: replyPartition }),
    };
    const answer = this.wait(command.command_id, replyPartition !== null);
    this.deps.producer.publish([record]).catch((error: unknown) => {
      this.waiters.get(command.command_id)?.fail(new NoAnswer({ cause: error }));
    });
    return answer;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.groupChangedAt = Number.NEGATIVE_INFINITY;
    await this.reader?.close();
  }

  /** Only replies to commands that name this partition from now on are of interest: it is read from its end. */
  private async takePartitions(partitions: readonly number[], reader: PartitionReader): Promise<void> {
    this.mine = [];
    this.groupChangedAt = performance.now();
    for (const waiter of this.waiters.values()) {
      waiter.lookUpAt = Math.min(waiter.lookUpAt, this.groupChangedAt + UNSETTLED_PAUSE_MS);
    }
    this.scheduleLookUp(this.groupChangedAt + UNSETTLED_PAUSE_MS);
    const bounds = await this.boundsOf(reader, this.groupChangedAt);
    if (bounds === undefined) return;
    for (const partition of partitions) reader.start(partition, bounds.get(partition)?.end ?? 0);
    this.mine = partitions;
  }

  /** Undefined once the group has changed again. While the broker does not say, answers are looked up. */
  private async boundsOf(
    reader: PartitionReader,
    changedAt: number,
  ): Promise<Awaited<ReturnType<PartitionReader['bounds']>> | undefined> {
    const backoff = new Backoff();
    while (this.groupChangedAt === changedAt) {
      try {
        const bounds = await reader.bounds();
        if (this.groupChangedAt === changedAt) return bounds;
      } catch (error) {
        if (isRefusedByBroker(error)) throw error;
        await backoff.pause();
      }
    }
    return undefined;
  }

  private async receive(record: LogRecord): Promise<void> {
    const { command_id, ...answer } = await this.deps.codec.decode(topics.replies, record.value);
    this.waiters.get(command_id)?.settle(answer);
  }

  private wait(commandId: string, addressed: boolean): Promise<Answer> {
    const now = performance.now();
    const pauseMs = this.firstPauseMs(now, addressed);
    return new Promise<Answer>((resolve, reject) => {
      this.waiters.set(commandId, {
        settle: (answer) => {
          this.waiters.delete(commandId);
          resolve(answer);
        },
        fail: (error) => {
          this.waiters.delete(commandId);
          reject(error);
        },
        giveUpAt: now + PATIENCE_MS,
        lookUpAt: now + pauseMs,
        pauseMs,
      });
      this.scheduleLookUp(now + pauseMs);
    });
  }

  private firstPauseMs(now: number, addressed: boolean): number {
    if (!addressed) return UNADDRESSED_PAUSE_MS;
    return now - this.groupChangedAt < UNSETTLED_MS ? UNSETTLED_PAUSE_MS : SETTLED_PAUSE_MS;
  }

  /** One timer for all waiters, set for the earliest. */
  private scheduleLookUp(at: number): void {
    if (this.lookingUp || at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(() => void this.runLookUp(), Math.max(at - performance.now(), 1));
  }

  private async runLookUp(): Promise<void> {
    this.lookingUp = true;
    // A database that hangs keeps nobody longer than one that is away.
    const watch = setInterval(() => this.giveUpOverdue(), OVERDUE_MS);
    await this.lookUpWaiters();
    clearInterval(watch);
    this.lookingUp = false;
    this.timerAt = Number.POSITIVE_INFINITY;
    let earliest = Number.POSITIVE_INFINITY;
    for (const waiter of this.waiters.values()) earliest = Math.min(earliest, waiter.lookUpAt);
    if (earliest < Number.POSITIVE_INFINITY) this.scheduleLookUp(earliest);
  }

  private giveUpOverdue(): void {
    const now = performance.now();
    for (const waiter of this.waiters.values()) if (waiter.giveUpAt <= now) waiter.fail(new NoAnswer());
  }

  private async lookUpWaiters(): Promise<void> {
    const now = performance.now();
    const due = [...this.waiters].filter(([, waiter]) => waiter.lookUpAt <= now);
    if (due.length === 0) return;
    for (const [, waiter] of due) {
      waiter.pauseMs = Math.min(waiter.pauseMs * 2, SETTLED_PAUSE_MS);
      waiter.lookUpAt = Math.min(now + waiter.pauseMs, waiter.giveUpAt);
    }
    // The database being away is no reason to give up: the reply may still come.
    const answers = await this.deps.lookUp(due.map(([id]) => id)).catch(() => new Map<string, Answer>());
    for (const [id, waiter] of due) {
      const answer = answers.get(id);
      if (answer !== undefined) waiter.settle(answer);
      else if (waiter.giveUpAt <= now) waiter.fail(new NoAnswer());
    }
  }
}

const UNADDRESSED_PAUSE_MS = 5;
/** For so long after a change of the group a reply may have gone to an earlier owner. */
const UNSETTLED_MS = 5_000;
const UNSETTLED_PAUSE_MS = 300;
const SETTLED_PAUSE_MS = 2_000;
/** So long a last look-up may take. */
const OVERDUE_MS = 500;
