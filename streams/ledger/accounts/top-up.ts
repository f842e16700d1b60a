import type { TopUp } from '../../../schemas/generated/command';
import { topUp as addCredits } from './credits';
import { refused, type Decide } from '../decision';
import { accountHappened } from '../delivery/domain-events';

export const topUp: Decide<TopUp> = (turn, { amount, note }) => {
  const before = turn.business();
  if (before === undefined) return refused('business.not_found');
  const { balance } = addCredits(turn, { ...before, updatedAt: turn.now }, amount, note);
  accountHappened(turn, 'credits.topped_up', { credits: amount, balance });
  return { status: 201, body: { balance } };
};
