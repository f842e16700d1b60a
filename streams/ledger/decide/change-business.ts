import type { ChangeBusiness } from '../../../schemas/generated/command';
import { businessView } from '../answers';
import { refused, type Decide } from '../decision';
import { withSettings } from '../settings';

export const changeBusiness: Decide<ChangeBusiness> = (state, command, { settings }) => {
  const before = state.business(command.businessId);
  if (before === undefined) return refused(404, 'business.not_found');
  const business = withSettings(before, settings, command.now);
  return { status: 200, body: businessView(business), changes: { businesses: [business] }, outputs: [] };
};
