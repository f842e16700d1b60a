import type { CreateBusiness } from '../../../schemas/generated/command';
import { businessView } from './settings';
import { apiKeyOf } from './key-view';
import { refused, type Decide } from '../decision';
import { planChanged } from './plan';
import { newBusiness } from './settings';

export const createBusiness: Decide<CreateBusiness> = (turn, { settings, key }) => {
  if (turn.business() !== undefined) return refused('business.already_exists');
  const business = newBusiness(turn.businessId, settings, turn.now);
  turn.set.businesses.save(business);
  turn.set.apiKeys.save(apiKeyOf(turn, key));
  planChanged(turn, undefined, business);
  return { status: 201, body: businessView(business) };
};
