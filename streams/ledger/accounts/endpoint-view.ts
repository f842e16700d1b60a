import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { Endpoint } from './tables';

/** The health of an endpoint, which the dispatcher keeps. */
export interface EndpointHealth {
  readonly disabledAt: Date | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastError: string | null;
}

type ShownEndpoint = Omit<Endpoint, 'businessId' | 'secret'> & EndpointHealth;

/**
 * An endpoint as merchants see it (HOOK-5). The secret is masked here. Only the answer that creates an endpoint has it
 * in full, and the service that made the secret puts it there (HOOK-4).
 */
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

/** The health of an endpoint before its first delivery. */
export const UNTRIED: EndpointHealth = {
  disabledAt: null,
  consecutiveFailures: 0,
  lastSuccessAt: null,
  lastError: null,
};
