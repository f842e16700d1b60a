import type { ChangeBusiness } from '../../../schemas/generated/command';
import { businessView } from './settings';
import { refused, type Decide } from '../decision';
import { planChanged } from './plan';
import { withSettings } from './settings';

/** An operator changes the settings of a business (OPER-6). */
export const changeBusiness: Decide<ChangeBusiness> = (context, { settings }) => {
  const before = context.business();
  if (before === undefined) return refused('business.not_found');
  const business = withSettings(before, settings, context.now);
  context.set.businesses.save(business);
  planChanged(context, before, business);
  return { status: 200, body: businessView(business) };
};
