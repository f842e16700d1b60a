import { emitAccountEvent } from '../delivery/domain-events';
import type { Business } from './tables';
import type { CommandContext } from '../command-context';

/** A plan that is past due is reported and sends on. When its period ends, it lapses by itself (LIMIT-13). */
export function planChanged(context: CommandContext, before: Business | undefined, after: Business): void {
  const { plan, periodEndsAt } = after;
  if (plan !== before?.plan) {
    const period_ends_at = periodEndsAt?.getTime() ?? null;
    if (plan === 'past_due') emitAccountEvent(context, 'plan.past_due', { plan, period_ends_at });
    if (plan === 'lapsed') emitAccountEvent(context, 'plan.lapsed', { plan });
  }
  const lapsesAt = lapseOf(after);
  if (lapsesAt?.getTime() === lapseOf(before)?.getTime()) return;
  if (lapsesAt === null) context.dropTimer(after.id, 'plan');
  else context.setTimer(after.id, 'plan', lapsesAt);
}

function lapseOf(business: Business | undefined): Date | null {
  return business?.plan === 'past_due' ? business.periodEndsAt : null;
}

/** Reported once a month, when the first email beyond the allowance has gone out (LIMIT-12). */
export function allowanceUsed(context: CommandContext, used: number, month: string): void {
  const business = context.business();
  if (business === undefined || business.emailAllowance === null) return;
  // A result may be applied after its month is over, and after a result of a later month.
  if (business.allowanceTold !== null && business.allowanceTold >= month) return;
  if (used <= business.emailAllowance) return;
  context.set.businesses.save({ ...business, allowanceTold: month });
  emitAccountEvent(context, 'plan.allowance_exceeded', {
    plan: business.plan,
    allowance: business.emailAllowance,
    used,
  });
}
