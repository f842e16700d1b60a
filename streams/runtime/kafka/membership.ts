import type ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

/**
 * The client id contains the role and, if the process keeps a name over restarts, the instance. The group coordinator
 * stores it with each member, so a restarted process finds the membership of its predecessor.
 */
export function clientIdOf(role: string, instance: string | undefined): string {
  return instance === undefined ? role : `${role}${SEPARATOR}${instance}`;
}

/**
 * To be called before each join. A killed process stays a member until its session expires, and no process reads its
 * partitions until then. So the process that replaces it ends that membership first. If the old process is alive after
 * all, it joins again, and epochs keep it from storing anything until then.
 */
export async function resumeMembership(group: ConsumerGroup): Promise<void> {
  if (known.has(group)) return;
  known.add(group);
  const memberId = memberIds.get(group.cluster);
  if (memberId === undefined) await endPredecessors(group);
  else group.memberId = memberId;
}

/** To be called after each join, also after a failed one, because kafkajs forgets its member id when it restarts. */
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
        logger.warn('Ending the membership of an earlier process of this name', { groupId, memberId });
        await coordinator.leaveGroup({ groupId, memberId });
      }
    });
  } catch (error) {
    // The session of that member expires anyway, only later.
    const { message } = error as Error;
    logger.warn('The membership of an earlier process could not be ended', { groupId, error: message });
  }
}

const SEPARATOR = '/';
/** Consumers that have begun to join. */
const known = new WeakSet<ConsumerGroup>();
/**
 * Member ids by cluster, because kafkajs makes a new group object after a crash. Null if the group removed the member.
 */
const memberIds = new WeakMap<object, string | null>();
