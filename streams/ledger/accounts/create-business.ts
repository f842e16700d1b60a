import type { CreateBusiness } from '../../../schemas/generated/command';
import { businessView } from './settings';
import { apiKeyOf } from './key-view';
import { refused, type Decide } from '../decision';
import { planChanged } from './plan';
import { newBusiness } from './settings';

/** An operator creates a business together with its first API key. */
export const createBusiness: Decide<CreateBusiness> = (context, { settings, key }) => {
  if (context.business() !== undefined) return refused('business.already_exists');
  const business = newBusiness(context.businessId, settings, context.now);
  context.set.businesses.save(business);
  context.set.apiKeys.save(apiKeyOf(context, key));
  planChanged(context, undefined, business);
  return { status: 201, body: businessView(business) };
};
