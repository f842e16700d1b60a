import type { Command } from '../../../schemas/generated/command';
import type { Codec } from '../kafka/codec';
import type { Answer, Applied, CommandProcessor, TimedCommand } from './command-processor';
import type { Begun, Database, TransactionWork } from '../postgres/database';
import { park, type DeadLetter } from './dead-letters';
import {
  forgetPublished,
  readAnnouncements,
  storeAnnouncements,
  type Announcement,
  type Published,
} from './outbox';
import { partitionFor, type AnnouncedRecord, type LogRecord, type Output } from '../kafka/records';
import { isReachable } from '../postgres/probe';
import { advance, takeOver, type Advance, type Position } from './positions';
import type { AddressedReply } from './replies';

/** A micro-batch: the records in order, how far they move each partition, and the outbox rows it deletes. */
export interface CommandBatch {
  readonly records: readonly (LogRecord & { readonly timed: TimedCommand })[];
  readonly advances: readonly Advance[];
  readonly published: readonly Published[];
}

export interface Committed {
  readonly announcements: readonly Announcement[];
  /** Never stored in the outbox: a reply may be lost, and it may name a person. */
  readonly replies: readonly AddressedReply[];
}

/** The database of the command consumer. Implemented by `createCommandStore` below. */
export interface CommandStore {
  takeOver(partitions: readonly number[]): Promise<{ positions: Position[]; leftovers: Announcement[] }>;
  /** Begins to apply a batch, perhaps before the one before it has committed. If that one fails, so does this one. */
  begin(batch: CommandBatch, before: Promise<Committed> | undefined): Begun<Committed>;
  /** Applies a batch beside those of `begin`, over a connection of its own, because it may take long. */
  alone(batch: CommandBatch): Promise<Committed>;
  park(batch: CommandBatch, deadLetter: DeadLetter, answer: Answer | null): Promise<Committed>;
  forget(published: readonly Published[]): Promise<void>;
  /** Whether the database answers `SELECT 1` within seconds. */
  isReachable(): Promise<boolean>;
}

/** One transaction for each batch: moves the positions, lets the processor apply the commands, writes the outbox. */
export function createCommandStore(
  database: Database,
  codec: Codec,
  processor: CommandProcessor,
  partitions: number,
): CommandStore {
  const series = database.series();
  const announced = ({ topic, key, value }: Output, cause: number): AnnouncedRecord => ({
    topic: topic.name,
    partition: partitionFor(key, partitions),
    key,
    value: codec.encode(topic, value),
    cause,
  });

  const applying =
    (batch: CommandBatch, before: Promise<Committed> | undefined): TransactionWork<Committed> =>
    async (transaction) => {
      const owned = Promise.all([before, advance(transaction, batch.advances)]);
      const commands = batch.records.map((record) => record.timed);
      const applied = await processor.apply(transaction, commands, owned);
      const committed = announce(batch, applied, announced);
      storeAnnouncements(transaction, committed.announcements);
      forgetPublished(transaction, batch.published);
      return committed;
    };
  return {
    async takeOver(wanted) {
      const positions = await takeOver(database, wanted);
      return { positions, leftovers: await readAnnouncements(database, wanted) };
    },

    begin: (batch, before) => series.begin(applying(batch, before)),
    alone: (batch) => database.transaction(applying(batch, undefined)),

    park: (batch, deadLetter, answer) =>
      database.transaction(async (transaction) => {
        await advance(transaction, batch.advances);
        const timed = batch.records[0]?.timed;
        await park(transaction, deadLetter, timed === undefined ? [] : processor.peopleIn(timed.command));
        if (timed === undefined || answer === null) return { announcements: [], replies: [] };
        processor.refuse(transaction, timed, answer);
        return { announcements: [], replies: repliesTo(timed.command, answer) };
      }),

    forget: (published) =>
      database.transaction((transaction) => {
        forgetPublished(transaction, published);
        return Promise.resolve();
      }),
    isReachable: () => isReachable(database),
  };
}

function announce(
  batch: CommandBatch,
  applied: readonly Applied[],
  announced: (output: Output, cause: number) => AnnouncedRecord,
): Committed {
  const byPartition = new Map<number, AnnouncedRecord[]>();
  const replies: AddressedReply[] = [];
  for (const [index, { outputs, answer, answered }] of applied.entries()) {
    const { partition, offset, timed } = batch.records[index]!;
    if (answer !== null) {
      const { command_id, reply_to } = timed.command;
      replies.push(...repliesTo({ command_id: answered ?? command_id, reply_to }, answer));
    }
    if (outputs.length === 0) continue;
    const records = byPartition.get(partition) ?? [];
    byPartition.set(partition, records);
    for (const output of outputs) records.push(announced(output, offset));
  }
  const announcements = [...byPartition].map(([partition, records]) => ({
    partition,
    lastOffset: records[records.length - 1]!.cause,
    records,
  }));
  return { announcements, replies };
}

function repliesTo(
  { command_id: commandId, reply_to: to }: Pick<Command, 'command_id' | 'reply_to'>,
  answer: Answer,
): AddressedReply[] {
  return to === null ? [] : [{ to, commandId, ...answer }];
}
