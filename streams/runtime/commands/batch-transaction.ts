import type { Codec } from '../kafka/codec';
import type { Advance } from './positions';
import { readBatch, type BatchTime, type QueuedRecord } from './batch';
import type { OwnedPartition } from './owned-partition';
import type { Committed, CommandBatch, CommandStore } from './store';

/** One batch of commands and the database transaction that applies it. */
export interface BatchTransaction {
  readonly records: readonly QueuedRecord[];
  readonly startedAt: number;
  readonly read: Promise<CommandBatch>;
  /** COMMIT has been flushed to the connection. From here on the next transaction may begin. */
  readonly flushed: Promise<void>;
  readonly committed: Promise<Committed>;
}

export interface BatchTransactionDependencies {
  readonly codec: Codec;
  readonly store: CommandStore;
  readonly time: () => BatchTime;
}

/** Decodes the commands and queries their rows at once, but decides them only after the commit of `before`. */
export function beginBatchTransaction(
  { codec, store, time }: BatchTransactionDependencies,
  records: readonly QueuedRecord[],
  before: BatchTransaction | undefined,
): BatchTransaction {
  const startedAt = performance.now();
  const read = readBatch(codec, records, time());
  const begun = read.then((batch) => store.begin(batch, before?.committed));
  const flushed = begun.then((transaction) => transaction.flushed);
  const committed = begun.then((transaction) => transaction.committed);
  // The caller awaits these one after the other. An early rejection must not count as unhandled until then.
  for (const promise of [read, flushed, committed]) promise.catch(() => undefined);
  return { records, startedAt, read, flushed, committed };
}

/** How far a batch advances the position of each of its partitions. */
export function movesOf(
  records: readonly QueuedRecord[],
  { advances }: CommandBatch,
): { readonly owner: OwnedPartition; readonly advance: Advance }[] {
  const owners = Array.from(new Set(records.map(({ owner }) => owner)));
  return advances.flatMap((advance) =>
    owners.filter(({ partition }) => partition === advance.partition).map((owner) => ({ owner, advance })),
  );
}
