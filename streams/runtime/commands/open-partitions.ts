/** How a process takes over partitions of `commands`: after each assignment, and after each fault. */

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

/** A partition that this process owns, and what its earlier owner committed but may not have published. */
export interface Opened {
  readonly owner: OwnedPartition;
  readonly leftovers: readonly Announcement[];
}

/**
 * Fences the old owner twice, then reads. The raised epoch voids what it has not committed, and the new relay voids the
 * events that it has not published. Only then are position, outbox and relayed offset final (HAZ-4, HAZ-6).
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
  if (bounds === undefined) {
    throw new LogMismatch(`${where}, but the log has no such partition: connect the log of this database`);
  }
  if (position < bounds.first) {
    const lost = 'the commands in between are lost';
    throw new LogMismatch(
      `${where}, but the log begins at ${String(bounds.first)}: ${lost}; restore the log, or decide how to go on without them`,
    );
  }
  if (position > bounds.end) {
    const foreign = 'this is another log than the database belongs to';
    throw new LogMismatch(
      `${where}, but the log ends at ${String(bounds.end)}: ${foreign}; connect or restore the right one`,
    );
  }
}
