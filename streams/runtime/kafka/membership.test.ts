import type ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import { clientIdOf, rememberMembership, resumeMembership } from './membership';

const OURS = clientIdOf('ledger', 'one');

describe('a process that joins for the first time', () => {
  it('ends the memberships of earlier processes of its name, and no others', async () => {
    const { group, ended } = aGroup(OURS, {
      'member-1': OURS,
      'member-2': clientIdOf('ledger', 'two'),
      'member-3': clientIdOf('ledger', undefined),
      'member-4': OURS,
    });
    await resumeMembership(group);
    expect(ended).toEqual(['member-1', 'member-4']);
  });

  it('ends none if it has no name of its own, because its client id is not unique then', async () => {
    const role = clientIdOf('ledger', undefined);
    const { group, ended } = aGroup(role, { 'member-1': role });
    await resumeMembership(group);
    expect(ended).toEqual([]);
  });

  it('joins even if the coordinator refuses to describe the group', async () => {
    const { group } = aGroup(OURS, {});
    group.cluster.findGroupCoordinator = () => Promise.reject(new Error('not yours'));
    await resumeMembership(group);
    expect(group.memberId).toBeNull();
  });
});

describe('a consumer that restarts after a crash', () => {
  it('joins with its old member id, and ends no membership', async () => {
    const { group, ended } = aGroup(OURS, { 'member-1': OURS });
    const again = begunAgain(group);
    await resumeMembership(group);
    ended.length = 0;
    group.memberId = 'member-5';
    rememberMembership(group);
    await resumeMembership(again);
    expect([again.memberId, ended]).toEqual(['member-5', []]);
  });

  it('joins as a new member if the group has removed it', async () => {
    const { group, ended } = aGroup(OURS, {});
    const again = begunAgain(group);
    await resumeMembership(group);
    rememberMembership(group);
    await resumeMembership(again);
    expect([again.memberId, ended]).toEqual([null, []]);
  });

  it('does not reuse a member id that the group no longer knows', async () => {
    const { group } = aGroup(OURS, {});
    await resumeMembership(group);
    group.memberId = 'member-5';
    rememberMembership(group);
    group.memberId = null;
    await resumeMembership(group);
    expect(group.memberId).toBeNull();
  });
});

/** After a crash kafkajs makes a new group object for the same cluster. */
function begunAgain(group: ConsumerGroup): ConsumerGroup {
  return Object.assign(Object.create(null) as ConsumerGroup, group, { memberId: null });
}

/** A group object like that of kafkajs. `members` maps member ids to client ids. */
function aGroup(clientId: string, members: Readonly<Record<string, string>>) {
  const ended: string[] = [];
  const described = Object.entries(members).map(([memberId, name]) => ({ memberId, clientId: name }));
  const coordinator = {
    connectionPool: { clientId },
    describeGroups: () => Promise.resolve({ groups: [{ members: described }] }),
    leaveGroup: ({ memberId }: { memberId: string }) => Promise.resolve(ended.push(memberId)),
  };
  const group = {
    groupId: 'ledger',
    memberId: null as string | null,
    cluster: { findGroupCoordinator: () => Promise.resolve(coordinator) },
    retrier: (attempt: () => Promise<unknown>) => attempt(),
    logger: { warn: () => undefined },
  } as unknown as ConsumerGroup;
  return { group, ended };
}
