import { newId } from '../../../schemas/ids';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { classifyAttempt } from '../../../streams/webhook-dispatcher/classify';
import { prepareAttempt } from '../../../streams/webhook-dispatcher/prepare';
import { systemClock, type Clock } from '../../shared/clock';
import { errorReply } from '../../shared/http/errors';
import { jsonReply } from '../../shared/http/reply';
import type { SecretBox } from '../../shared/secret-box';
import { findEndpoint } from '../../shared/webhook-endpoints';
import type { WebhookCaller } from '../../webhook-caller/webhook-caller';
import type { ResponseBody } from '../../../schemas/api/response-shapes';
import { onEndpoint } from './webhook-endpoints';

/** What a test delivery needs. The ingress makes it itself, unlike the deliveries of events. */
export interface PingDependencies {
  readonly sql: Sql;
  readonly secrets: SecretBox;
  readonly caller: WebhookCaller;
  readonly clock: Clock;
}

/**
 * `POST /api/v1/webhook-endpoints/{public_id}/test`: one attempt, made while the merchant waits. It is no event of the
 * pipeline, so nothing retries it and no counter changes. A disabled endpoint can be tested too.
 */
export function pingEndpoint({ sql, secrets, caller, clock }: PingDependencies) {
  return onEndpoint(async (_request, { businessId }, endpointId) => {
    const endpoint = await findEndpoint(sql, businessId, endpointId);
    if (endpoint === undefined) return errorReply('webhook_endpoint.not_found');
    const nowMs = clock.now();
    const prepared = prepareAttempt({
      event: {
        id: newId('evt', nowMs),
        type: 'ping',
        occurredAt: new Date(nowMs),
        data: { endpoint_id: endpointId },
      },
      endpoint: { url: endpoint.url, secret: secrets.open(endpoint.secret, endpointId) },
      dateMs: systemClock.now(),
    });
    const startedAt = performance.now();
    const { delivered, statusCode, error } = classifyAttempt(await caller.call(prepared));
    const result: ResponseBody<'WebhookTestResult'> = {
      delivered,
      status_code: statusCode,
      error,
      duration_ms: Math.round(performance.now() - startedAt),
    };
    return jsonReply(200, result);
  });
}
