import type { TopUp } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { accountHappening } from '../happenings';

export const topUp: Decide<TopUp> = (state, command, { amount, note }) => {
  const before = state.business(command.businessId);
  if (before === undefined) return refused(404, 'business.not_found');
  const business = { ...before, balance: before.balance + amount, updatedAt: command.now };
  const entry = {
    businessId: business.id,
    id: command.id('crd'),
    kind: 'top_up' as const,
    amount,
    balance: business.balance,
    sendId: null,
    note,
    createdAt: command.now,
  };
  const toppedUp = accountHappening(command, 0, 'credits.topped_up', {
    credits: amount,
    balance: business.balance,
  });
  return {
    status: 201,
    body: { balance: business.balance },
    changes: { businesses: [business], creditEntries: [entry] },
    outputs: [toppedUp.output],
  };
};
