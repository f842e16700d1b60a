import type ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import { clientIdOf, rememberMembership, resumeMembership } from './membership';

const OURS = clientIdOf('ledger', 'one');

describe('a process that joins for the first time', () => {
  it('ends the membership of those that had its name before, and of nobody else', async () => {
    const { group, ended } = aGroup(OURS, {
      'member-1': OURS,
      'member-2': clientIdOf('ledger', 'two'),
      'member-3': clientIdOf('ledger', undefined),
      'member-4': OURS,
    });
    await resumeMembership(group);
    expect(ended).toEqual(['member-1', 'member-4']);
  });

  it('ends none if it has no name, for then others of its role are called the same', async () => {
    const role = clientIdOf('ledger', undefined);
    const { group, ended } = aGroup(role, { 'member-1': role });
    await resumeMembership(group);
    expect(ended).toEqual([]);
  });

  it('joins all the same if the coordinator refuses', async () => {
    const { group } = aGroup(OURS, {});
    group.cluster.findGroupCoordinator = () => Promise.reject(new Error('not yours'));
    await resumeMembership(group);
    expect(group.memberId).toBeNull();
  });
});

describe('a consumer that begins again', () => {
  it('joins with the id it had, and ends nobody', async () => {
    const { group, ended } = aGroup(OURS, { 'member-1': OURS });
    const again = begunAgain(group);
    await resumeMembership(group);
    ended.length = 0;
    group.memberId = 'member-5';
    rememberMembership(group);
    await resumeMembership(again);
    expect([again.memberId, ended]).toEqual(['member-5', []]);
  });

  it('joins as a new member if the group has let it go', async () => {
    const { group, ended } = aGroup(OURS, {});
    const again = begunAgain(group);
    await resumeMembership(group);
    rememberMembership(group);
    await resumeMembership(again);
    expect([again.memberId, ended]).toEqual([null, []]);
  });

  it('does not take back the id that it was told is unknown', async () => {
    const { group } = aGroup(OURS, {});
    await resumeMembership(group);
    group.memberId = 'member-5';
    rememberMembership(group);
    group.memberId = null;
    await resumeMembership(group);
    expect(group.memberId).toBeNull();
  });
});

/** After a crash kafkajs makes a new one, for the same cluster. */
function begunAgain(group: ConsumerGroup): ConsumerGroup {
  return Object.assign(Object.create(null) as ConsumerGroup, group, { memberId: null });
}

/** As kafkajs has it, with these members, by their ids, and the names of their clients. */
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
