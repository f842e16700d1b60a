/** What a micro-batch is: which commands share a transaction, and at what time each of them is decided. */
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

/**
 * The limits of one transaction. Every command of a batch waits for the whole batch, so a larger one is slower for all.
 */
const BATCH_LIMIT_RECORDS = 250;
const BATCH_LIMIT_BYTES = 1024 * 1024;

/** A record in the consumer, with the ownership under which it was read. */
export interface QueuedRecord extends LogRecord {
  readonly owner: OwnedPartition;
}

/** Takes one record of each partition in turn, so that a flood in one partition does not delay the others (HAZ-20). */
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
    super('the record cannot be decoded as a command', { cause });
  }
}

export interface BatchTime {
  /** The product's time, by the clock of this process. */
  readonly nowMs: number;
  /** Reports a command whose time is this far ahead of the clock of this process. */
  readonly onAhead: (record: QueuedRecord, aheadMs: number) => void;
}

/**
 * How far two sound clocks may differ. A command that is dated later is dated back to this limit (HAZ-19). A command
 * dated a day ahead would move the time of its partition for good, and keys there would expire early.
 */
export const MOST_AHEAD_MS = 5_000;

/**
 * Decodes the commands and sets the time at which each is decided: its own time, but never before that of the command
 * before it, and at most `MOST_AHEAD_MS` after the ledger's clock.
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
 * A timer is never dated before it was due (HAZ-18): a move of the product's clock may reach the timers processor
 * before the ledger. The commands behind such a timer do not take over its time.
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

/** A batch of one record whose command could not be decoded: it only moves the position. */
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

/** The outbox rows of these partitions that are published in full and can be deleted. */
export function publishedBy(owners: Iterable<OwnedPartition>): Published[] {
  return Array.from(owners).flatMap(({ partition, progress }) => {
    const lastOffset = progress.publishedUpTo();
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
 * A command is parked under the time at which it would have been decided. A record that cannot be decoded has none, and
 * the last time of its partition may be long ago, so it gets the time of the clock: dead letters expire by age.
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

/** The answer to a command that cannot be applied. */
export function refusalOf({ commandId, reason }: DeadLetter): Answer | null {
  if (commandId === null) return null;
  const code: ErrorCode = reason === 'unstorable' ? 'request.unstorable_input' : 'service.internal_error';
  return { status: errorStatus[code], body: JSON.stringify({ error_code: code }), replayed: false };
}
