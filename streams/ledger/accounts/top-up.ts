import type { TopUp } from '../../../schemas/generated/command';
import { topUp as addCredits } from './credits';
import { refused, type Decide } from '../decision';
import { emitAccountEvent } from '../delivery/domain-events';

/** An operator adds credits to the balance of a business (OPER-9). */
export const topUp: Decide<TopUp> = (context, { amount, note }) => {
  const before = context.business();
  if (before === undefined) return refused('business.not_found');
  const { balance } = addCredits(context, { ...before, updatedAt: context.now }, amount, note);
  emitAccountEvent(context, 'credits.topped_up', { credits: amount, balance });
  return { status: 201, body: { balance } };
};
