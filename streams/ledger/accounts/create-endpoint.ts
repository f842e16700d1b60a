import type { CreateEndpoint } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { endpointView, UNTRIED } from './endpoint-view';
import type { Endpoint } from './tables';

const MAX_ENDPOINTS = 10;

/** Operation 18. Counted here, where one business's commands come one after another: two at once cannot both be the tenth. */
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
