import type { CreateBusiness } from '../../../schemas/generated/command';
import { apiKeyOf, businessView } from '../answers';
import { refused, type Decide } from '../decision';
import { newBusiness } from '../settings';

export const createBusiness: Decide<CreateBusiness> = (state, command, { settings, key }) => {
  if (state.business(command.businessId) !== undefined) return refused(409, 'business.already_exists');
  const business = newBusiness(command.businessId, settings, command.now);
  return {
    status: 201,
    body: businessView(business),
    changes: { businesses: [business], apiKeys: [apiKeyOf(command, key)] },
    outputs: [],
  };
};
