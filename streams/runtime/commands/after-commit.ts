import type { QueuedRecord } from './batch';
import type { OwnedPartition } from './owned-partition';
import { movesOf } from './batch-transaction';
import type { OutboxPublisher } from './publisher';
import type { ReplySender } from './reply-sender';
import type { Committed, CommandBatch } from './store';

export interface AfterCommitDependencies {
  readonly publisher: OutboxPublisher;
  readonly replySender: ReplySender;
  /** Under this very ownership: the same partition may have been opened anew. */
  readonly isOurs: (owner: OwnedPartition) => boolean;
  /** Its records have room again. */
  readonly readOn: (partition: number) => void;
}

/** What is committed is certain, and told. */
export async function afterCommit(
  { publisher, replySender, isOurs, readOn }: AfterCommitDependencies,
  records: readonly QueuedRecord[],
  batch: CommandBatch,
  done: Committed,
): Promise<void> {
  for (const { owner, advance } of movesOf(records, batch)) {
    owner.arrivedAt(advance);
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
