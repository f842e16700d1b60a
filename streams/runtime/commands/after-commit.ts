/** The step after each commit, shared by the batches and the commands that are tried alone. */

import type { QueuedRecord } from './batch';
import type { OwnedPartition } from './owned-partition';
import { movesOf } from './batch-transaction';
import type { OutboxPublisher } from './publisher';
import type { ReplySender } from './reply-sender';
import type { Committed, CommandBatch } from './store';

export interface AfterCommitDependencies {
  readonly publisher: OutboxPublisher;
  readonly replySender: ReplySender;
  /** False also if this process has opened the partition again since. */
  readonly isOurs: (owner: OwnedPartition) => boolean;
  /** Resumes reading the partition, because its queue has room again. */
  readonly readOn: (partition: number) => void;
}

/** Follows each commit: records the new positions, then publishes the outbox rows and the replies. */
export async function afterCommit(
  { publisher, replySender, isOurs, readOn }: AfterCommitDependencies,
  records: readonly QueuedRecord[],
  batch: CommandBatch,
  done: Committed,
): Promise<void> {
  for (const { owner, advance } of movesOf(records, batch)) {
    owner.commit(advance);
    owner.forgotten(batch.published);
    if (isOurs(owner) && owner.takesMoreAgain()) readOn(owner.partition);
    publisher.announce(
      owner,
      done.announcements.filter(({ partition }) => partition === owner.partition),
    );
  }
  replySender.send(done.replies);
  await publisher.hasRoom();
}
