import type { CreateEndpoint } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { endpointView, UNTRIED } from './endpoint-view';
import type { Endpoint } from './tables';

const MAX_ENDPOINTS = 10;

/**
 * A business has at most ten endpoints (HOOK-3). They are counted here, because the commands of one business are
 * applied one after another: of two requests at once only one can create the tenth.
 */
export const createEndpoint: Decide<CreateEndpoint> = (context, request) => {
  const { businessId, set, now } = context;
  if (context.business() === undefined) return refused('business.not_found');
  if (set.endpoints.by('business', businessId).length >= MAX_ENDPOINTS) {
    return refused('webhook_endpoint.limit_reached');
  }
  const endpoint: Endpoint = {
    businessId,
    id: request.endpoint_id,
    url: request.url,
    eventTypes: request.event_types,
    description: request.description,
    secret: request.secret,
    maskedSecret: request.masked_secret,
    createdAt: now,
  };
  set.endpoints.save(endpoint);
  return { status: 201, body: endpointView({ ...endpoint, ...UNTRIED }) };
};
