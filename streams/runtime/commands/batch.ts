import { errorStatus, type ErrorCode } from '../../../schemas/api/errors';
import { newId } from '../../../schemas/ids';
import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import type { Codec } from '../kafka/codec';
import type { DeadLetter } from './dead-letters';
import { originOf } from '../failures/error-origin';
import { classifyFailure, RegistryAway } from '../failures/failures';
import type { Answer, TimedCommand } from './command-processor';
import type { CommandBatch } from './store';
import type { Published } from './outbox';
import type { OwnedPartition } from './owned-partition';
import type { Advance } from './positions';
import type { LogRecord } from '../kafka/records';

/** At most this much in one transaction: a larger one would hold up the answers of all for the sake of one. */
const BATCH_LIMIT_RECORDS = 250;
const BATCH_LIMIT_BYTES = 1024 * 1024;

/** A record on its way through the consumer, with the ownership under which it was read. */
export interface QueuedRecord extends LogRecord {
  readonly owner: OwnedPartition;
}

/** Takes turns between the partitions, so that one partition's flood does not keep the others waiting. */
export function takeBatch(owners: readonly OwnedPartition[], firstTurn: number): QueuedRecord[] {
  const batch: QueuedRecord[] = [];
  let bytes = 0;
  let active = owners.map((_, index) => owners[(index + firstTurn) % owners.length]!);
  while (active.length > 0) {
    for (const owner of active) {
      const next = owner.peek();
      bytes += next?.value.length ?? 0;
      if (batch.length === BATCH_LIMIT_RECORDS || (bytes > BATCH_LIMIT_BYTES && batch.length > 0)) {
        return batch;
      }
      const record = owner.take();
      if (record !== undefined) batch.push({ owner, ...record });
    }
    active = active.filter((owner) => owner.peek() !== undefined);
  }
  return batch;
}

export class Undecodable extends Error {
  constructor(cause: unknown) {
    super('the record is no command', { cause });
  }
}

/** What the consumer goes by when it dates a command. */
export interface BatchTime {
  /** The product's time, by this process. */
  readonly nowMs: number;
  /** A command was made by a clock that is so far ahead of it. */
  readonly onAhead: (record: QueuedRecord, aheadMs: number) => void;
}

/**
 * A command that says to come from a later moment than this is dated back. It may be early by what two sound clocks differ. A
 * day ahead it would take its partition with it for good: keys would expire early there, and every later command with them.
 */
export const MOST_AHEAD_MS = 5_000;

/**
 * Reads the commands and gives each the time it is decided at: its own, but never before its predecessor's, and not after the
 * ledger's own by more than a moment.
 */
export async function readBatch(
  codec: Codec,
  records: readonly QueuedRecord[],
  time: BatchTime,
): Promise<CommandBatch> {
  const commands = await Promise.all(
    records.map((record) =>
      codec.decode(topics.commands, record.value).catch((error: unknown) => {
        throw error instanceof RegistryAway ? error : new Undecodable(error);
      }),
    ),
  );
  const nowMs = new Map<OwnedPartition, number>();
  const timed = commands.map((command, index): TimedCommand => {
    const record = records[index]!;
    const dated = datedBack(command, record, time);
    const before = nowMs.get(record.owner) ?? record.owner.lastNowMs;
    nowMs.set(record.owner, Math.max(Math.min(dated.issued_at, latestOf(time)), before));
    return { command: dated, nowMs: Math.max(dated.issued_at, before) };
  });
  return {
    records: records.map((record, index) => ({ timed: timed[index]!, ...record })),
    advances: advancesOf(records, nowMs),
    published: publishedBy(new Set(records.map((record) => record.owner))),
  };
}

/**
 * A timer is not judged before it is due, also where its owner's clock is ahead of ours: a clock that is moved reaches one
 * process before the other. What comes after it is not dated by that.
 */
function datedBack(command: Command, record: QueuedRecord, time: BatchTime): Command {
  if (command.issued_at <= latestOf(time)) return command;
  const dueMs = 'FireTimer' in command.body ? command.body.FireTimer.due_at : Number.NEGATIVE_INFINITY;
  const latestMs = Math.max(latestOf(time), dueMs);
  if (command.issued_at <= latestMs) return command;
  time.onAhead(record, command.issued_at - time.nowMs);
  return { ...command, issued_at: latestMs };
}

function latestOf({ nowMs }: BatchTime): number {
  return nowMs + MOST_AHEAD_MS;
}

/** A batch of one record that says nothing of the command in it. */
export function unreadBatch(record: QueuedRecord): CommandBatch {
  return { records: [], advances: advancesOf([record], new Map()), published: [] };
}

function advancesOf(records: readonly QueuedRecord[], nowMs: ReadonlyMap<OwnedPartition, number>): Advance[] {
  const advances = new Map<OwnedPartition, Advance>();
  for (const { owner, offset } of records) {
    advances.set(owner, {
      partition: owner.partition,
      epoch: owner.epoch,
      from: owner.position,
      to: offset + 1,
      nowMs: nowMs.get(owner) ?? owner.lastNowMs,
    });
  }
  return [...advances.values()];
}

/** The outbox rows of these partitions that have been told in full and can go. */
export function publishedBy(owners: Iterable<OwnedPartition>): Published[] {
  return Array.from(owners).flatMap(({ partition, progress }) => {
    const lastOffset = progress.told();
    return lastOffset === undefined ? [] : [{ partition, lastOffset }];
  });
}

interface Failed {
  readonly record: QueuedRecord;
  readonly batch: CommandBatch;
  readonly error: unknown;
  readonly nowMs: number;
}

/**
 * A command is put aside at the time it would have been decided at. A record that cannot be read tells none, and the last of
 * its partition may be long ago: letters are dropped, and no longer replayed, by their age.
 */
export function deadLetterOf({ record, batch, error, nowMs: clockMs }: Failed): DeadLetter {
  const { command, nowMs = Math.max(clockMs, record.owner.lastNowMs) } = batch.records[0]?.timed ?? {};
  return {
    id: newId('dlq', nowMs),
    partition: record.partition,
    offset: record.offset,
    commandId: command?.command_id ?? null,
    businessId: command?.business_id ?? null,
    reason: reasonOf(error),
    error: originOf(error instanceof Undecodable ? error.cause : error),
    payload: record.value,
    parkedAt: new Date(nowMs),
  };
}

function reasonOf(error: unknown): DeadLetter['reason'] {
  if (error instanceof Undecodable) return 'undecodable';
  return classifyFailure(error) === 'unstorable' ? 'unstorable' : 'defect';
}

/** What the sender of a command that cannot be applied is told. */
export function refusalOf(letter: DeadLetter): Answer | null {
  if (letter.commandId === null) return null;
  const code: ErrorCode =
    letter.reason === 'unstorable' ? 'request.unstorable_input' : 'service.internal_error';
  return { status: errorStatus[code], body: JSON.stringify({ error_code: code }), replayed: false };
}
