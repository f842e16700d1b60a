import type { DeleteEndpoint } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';

/**
 * Deletes an endpoint. A delivery that still waits finds no endpoint at its next attempt and is dropped then (HOOK-19).
 */
export const deleteEndpoint: Decide<DeleteEndpoint> = (context, { endpoint_id: id }) => {
  const { businessId, set } = context;
  const endpoint = set.endpoints.get(id);
  if (endpoint?.businessId !== businessId) return refused('webhook_endpoint.not_found');
  set.endpoints.remove(endpoint);
  // One statement writes the whole batch, and Postgres does only one of two changes to the same row in it.
  set.enabledEndpoints.remove({ businessId, id });
  return { status: 204, body: {} };
};
