import type { CreateBusiness } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { businessView } from '../answers';
import type { Business } from '../state';

const DEFAULT_LOW_BALANCE_THRESHOLD = 100;

export const createBusiness: Decide<CreateBusiness> = (state, command, { name, key }) => {
  if (state.business(command.businessId) !== undefined) return refused(409, 'business.already_exists');
  const business: Business = {
    id: command.businessId,
    name,
    active: true,
    sendingPaused: false,
    balance: 0,
    lowBalanceThreshold: DEFAULT_LOW_BALANCE_THRESHOLD,
    createdAt: command.now,
    updatedAt: command.now,
  };
  const apiKey = {
    businessId: business.id,
    id: command.id('key'),
    sha256: key.sha256,
    masked: `osk_…${key.last4}`,
    name: key.name,
    createdAt: command.now,
  };
  return {
    status: 201,
    body: businessView(business),
    changes: { businesses: [business], apiKeys: [apiKey] },
    outputs: [],
  };
};
