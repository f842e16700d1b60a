import type { OpenRelay } from '../kafka/event-relay';
import type { CommandStore } from './store';
import { LogMismatch } from '../kafka/log-identity';
import { OwnedPartition, PublishProgress } from './owned-partition';
import type { Announcement } from './outbox';
import type { PartitionReader } from '../kafka/partition-reader';
import type { Position } from './positions';

export interface OpeningDependencies {
  readonly store: CommandStore;
  readonly openRelay: OpenRelay;
  readonly onRelayFailure: (owner: OwnedPartition, error: unknown) => void;
}

/** A partition that is ours, and what its earlier owner committed but may not have told. */
export interface Opened {
  readonly owner: OwnedPartition;
  readonly leftovers: readonly Announcement[];
}

/**
 * Fences twice, then reads: raising the epoch voids what the old owner has not yet stored, a new relay voids what it has
 * not yet told. Only then are position, outbox and relayed offset final.
 */
export async function openPartitions(
  deps: OpeningDependencies,
  reader: PartitionReader,
  partitions: readonly number[],
): Promise<Opened[]> {
  const { positions, leftovers } = await deps.store.takeOver(partitions);
  const bounds = await reader.bounds();
  for (const position of positions) assertWithinLog(position, bounds.get(position.partition));
  const owners = await openAll(deps, positions);
  return owners.map((owner) => ({
    owner,
    leftovers: leftovers.filter(({ partition }) => partition === owner.partition),
  }));
}

async function openAll(deps: OpeningDependencies, positions: readonly Position[]): Promise<OwnedPartition[]> {
  const attempts = await Promise.allSettled(positions.map((position) => openOne(deps, position)));
  const owners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const failure = attempts.find((attempt) => attempt.status === 'rejected');
  if (failure !== undefined) {
    for (const owner of owners) void owner.relay.close();
    throw failure.reason;
  }
  return owners;
}

async function openOne(
  { openRelay, onRelayFailure }: OpeningDependencies,
  position: Position,
): Promise<OwnedPartition> {
  const progress = new PublishProgress();
  const relay = await openRelay(position.partition, {
    onRelayed: (lastOffset) => {
      progress.relayedUpTo(lastOffset);
    },
    onFailure: (error) => {
      onRelayFailure(owner, error);
    },
  });
  const owner = new OwnedPartition(position, relay, progress);
  return owner;
}

function assertWithinLog(
  { partition, position }: Position,
  bounds: { first: number; end: number } | undefined,
): void {
  const where = `partition ${String(partition)} of the commands was applied up to offset ${String(position)}`;
  if (bounds === undefined) throw new LogMismatch(`${where}, but the log has no such partition`);
  if (position < bounds.first) {
    throw new LogMismatch(
      `${where}, but the log begins at ${String(bounds.first)}: the commands in between are lost`,
    );
  }
  if (position > bounds.end) {
    throw new LogMismatch(
      `${where}, but the log ends at ${String(bounds.end)}: this is another log than the database belongs to`,
    );
  }
}
