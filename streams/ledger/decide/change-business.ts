import type { ChangeBusiness } from '../../../schemas/generated/command';
import { businessView } from '../answers';
import { refused, type Decide } from '../decision';

export const changeBusiness: Decide<ChangeBusiness> = (state, command, change) => {
  const before = state.business(command.businessId);
  if (before === undefined) return refused(404, 'business.not_found');
  const business = {
    ...before,
    name: change.name ?? before.name,
    active: change.active ?? before.active,
    sendingPaused: change.sending_paused ?? before.sendingPaused,
    lowBalanceThreshold: change.low_balance_threshold ?? before.lowBalanceThreshold,
    updatedAt: command.now,
  };
  return { status: 200, body: businessView(business), changes: { businesses: [business] }, outputs: [] };
};
