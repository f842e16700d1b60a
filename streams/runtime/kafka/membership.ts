import type ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

/**
 * A client is named for its role and, where the process has a name that it keeps over restarts, for its instance. The
 * coordinator remembers both with each member of a group, so it also knows which member an earlier process of this name was.
 */
export function clientIdOf(role: string, instance: string | undefined): string {
  return instance === undefined ? role : `${role}${SEPARATOR}${instance}`;
}

/**
 * To be called before each join. A process that was killed stays a member until its session runs out, and the partitions it had
 * are read by nobody for so long: a process that takes its place ends that membership first. Should the other live
 * all the same, it joins again, and epochs keep it from storing anything meanwhile.
 */
export async function takeUpMembership(group: ConsumerGroup): Promise<void> {
  if (known.has(group)) return;
  known.add(group);
  const memberId = memberIds.get(group.cluster);
  if (memberId === undefined) await endPredecessors(group);
  else group.memberId = memberId;
}

/** To be called after each join, also after one that failed: kafkajs forgets its id when it begins again. */
export function rememberMembership({ cluster, memberId }: ConsumerGroup): void {
  memberIds.set(cluster, memberId);
}

async function endPredecessors({ cluster, groupId, retrier, logger }: ConsumerGroup): Promise<void> {
  try {
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    const { clientId } = coordinator.connectionPool;
    if (!clientId.includes(SEPARATOR)) return;
    // The coordinator may still be loading its groups.
    await retrier(async () => {
      const { groups } = await coordinator.describeGroups({ groupIds: [groupId] });
      const members = groups.flatMap((group) => group.members);
      for (const { memberId } of members.filter((member) => member.clientId === clientId)) {
        logger.warn('The membership of an earlier process of this name is ended', { groupId, memberId });
        await coordinator.leaveGroup({ groupId, memberId });
      }
    });
  } catch (error) {
    // Its session will run out.
    const { message } = error as Error;
    logger.warn('The membership of an earlier process could not be ended', { groupId, error: message });
  }
}

const SEPARATOR = '/';
/** Those that have begun to join. */
const known = new WeakSet<ConsumerGroup>();
/** By what belongs to a consumer for good; its groups come and go with its crashes. Null: the group has let it go. */
const memberIds = new WeakMap<object, string | null>();
