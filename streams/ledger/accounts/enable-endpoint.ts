import type { EnableEndpoint } from '../../../schemas/generated/command';
import { NOTED, refused, type Decide } from '../decision';

/** The operator enables an endpoint again, and its failures are counted from zero (HOOK-18). */
export const enableEndpoint: Decide<EnableEndpoint> = (context, { endpoint_id: id }) => {
  const { businessId, set } = context;
  if (set.endpoints.get(id)?.businessId !== businessId) return refused('webhook_endpoint.not_found');
  set.enabledEndpoints.save({ businessId, id });
  return NOTED;
};
