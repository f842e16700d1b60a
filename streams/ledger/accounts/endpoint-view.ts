import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { Endpoint } from './tables';

/** How an endpoint does; the dispatcher keeps it. */
export interface EndpointHealth {
  readonly disabledAt: Date | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastError: string | null;
}

type ShownEndpoint = Omit<Endpoint, 'businessId' | 'secret'> & EndpointHealth;

/** Specification 2.12 and D11. The secret is whole in one answer only, and is put there by whoever made it. */
export function endpointView(endpoint: ShownEndpoint): ResponseBody<'WebhookEndpoint'> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    description: endpoint.description,
    secret: endpoint.maskedSecret,
    disabled: endpoint.disabledAt !== null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    consecutive_failures: endpoint.consecutiveFailures,
    last_success_at: endpoint.lastSuccessAt?.toISOString() ?? null,
    last_error: endpoint.lastError,
    created_at: endpoint.createdAt.toISOString(),
  };
}

/** As it does before its first delivery. */
export const UNTRIED: EndpointHealth = {
  disabledAt: null,
  consecutiveFailures: 0,
  lastSuccessAt: null,
  lastError: null,
};
