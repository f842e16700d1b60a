import type { Codec } from '../kafka/codec';
import type { Advance } from './positions';
import { readBatch, type BatchTime, type QueuedRecord } from './batch';
import type { OwnedPartition } from './owned-partition';
import type { Committed, CommandBatch, CommandStore } from './store';

/** A batch on its way into the database. */
export interface BatchTransaction {
  readonly records: readonly QueuedRecord[];
  readonly startedAt: number;
  readonly read: Promise<CommandBatch>;
  /** It is decided, and nothing is left to do but to wait: the next transaction may begin. */
  readonly sent: Promise<void>;
  readonly committed: Promise<Committed>;
}

export interface BatchTransactionDependencies {
  readonly codec: Codec;
  readonly store: CommandStore;
  readonly time: () => BatchTime;
}

/** The commands are read and their rows asked for at once; they are decided when the transaction before is committed. */
export function beginBatchTransaction(
  { codec, store, time }: BatchTransactionDependencies,
  records: readonly QueuedRecord[],
  before: BatchTransaction | undefined,
): BatchTransaction {
  const startedAt = performance.now();
  const read = readBatch(codec, records, time());
  const begun = read.then((batch) => store.begin(batch, before?.committed));
  const sent = begun.then((transaction) => transaction.sent);
  const committed = begun.then((transaction) => transaction.committed);
  // One is looked at after the other: what fails meanwhile is not unheard.
  for (const promise of [read, sent, committed]) promise.catch(() => undefined);
  return { records, startedAt, read, sent, committed };
}

/** How far a batch takes each of its partitions. */
export function movesOf(
  records: readonly QueuedRecord[],
  { advances }: CommandBatch,
): { readonly owner: OwnedPartition; readonly advance: Advance }[] {
  const owners = Array.from(new Set(records.map(({ owner }) => owner)));
  return advances.flatMap((advance) =>
    owners.filter(({ partition }) => partition === advance.partition).map((owner) => ({ owner, advance })),
  );
}
