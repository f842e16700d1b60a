import { isId, newId } from '../../../schemas/ids';
import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Clock } from '../../shared/clock';
import type { CommandGateway } from '../../shared/command-gateway';
import type { Fault } from '../../../schemas/api/errors';
import { errorReply, validationReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import type { JsonObject } from '../../../schemas/values/canonical-json';
import { parseJsonBody } from '../../shared/requests/json-body';
import { readFields, type FieldsRead } from '../../../schemas/values/fields';
import { maskSecret, newSigningSecret, type SecretBox } from '../../shared/secret-box';
import { endpointView } from '../../../streams/ledger/accounts/endpoint-view';
import { endpointsOf } from '../../shared/webhook-endpoints';
import type { UrlCheck } from '../../webhook-caller/endpoint-url';
import type { Caller } from '../access/admit';
import type { ResponseBody } from '../../../schemas/api/response-shapes';
import { ignoredQueryFaults, ignoringQuery } from '../../shared/requests/ignored-query';
import { onPath, pathParameter } from '../requests/on-path';
import { ENDPOINT_FIELDS } from '../../../schemas/api/endpoint-fields';

/** `GET /api/v1/webhook-endpoints`. */
export function listEndpoints(sql: Sql) {
  return async (_request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const list: ResponseBody<'WebhookEndpointList'> = {
      items: (await endpointsOf(sql, businessId)).map(endpointView),
    };
    return jsonReply(200, list);
  };
}

export interface CreationDependencies {
  readonly gateway: CommandGateway;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly checkUrl: (url: string) => Promise<UrlCheck>;
}

/**
 * `POST /api/v1/webhook-endpoints`. The secret is made here and shown whole only in this answer; the log carries it
 * encrypted.
 */
export function createEndpoint({ gateway, clock, secrets, checkUrl }: CreationDependencies) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const body = parseJsonBody(request.body);
    const query = ignoredQueryFaults(request);
    if (body.outcome === 'fault') return validationReply([...query, body.fault]);
    const read = readFields(body.value, ENDPOINT_FIELDS);
    const address = await addressFaults(checkUrl, body.value, read);
    const faults = [...query, ...address, ...(read.ok ? [] : read.faults)];
    if (!read.ok || faults.length > 0) return validationReply(faults);
    const { url, event_types, description } = read.values;
    const endpoint_id = newId('we', clock.now());
    const secret = newSigningSecret();
    const reply = await gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: {
        CreateEndpoint: {
          endpoint_id,
          url,
          event_types: [...new Set(event_types)],
          description: description ?? '',
          secret: secrets.seal(secret, endpoint_id),
          masked_secret: maskSecret(secret),
        },
      },
    });
    if (reply.status !== 201) return reply;
    return jsonReply(201, { ...(JSON.parse(reply.body) as ResponseBody<'WebhookEndpoint'>), secret });
  };
}

/** Checks where a valid URL leads. A fault is reported together with the other faults of the body. */
async function addressFaults(
  checkUrl: CreationDependencies['checkUrl'],
  { url = null }: JsonObject,
  read: FieldsRead<typeof ENDPOINT_FIELDS>,
): Promise<Fault[]> {
  const isUrl = read.ok || !read.faults.some(({ loc }) => loc[1] === 'url');
  const check = isUrl && typeof url === 'string' ? await checkUrl(url) : ({ ok: true } as const);
  if (check.ok) return [];
  return [{ type: 'value_error', loc: ['body', 'url'], msg: `Value error, ${check.reason}`, input: url }];
}

/** `DELETE /api/v1/webhook-endpoints/{public_id}`. */
export function deleteEndpoint(gateway: CommandGateway) {
  return onEndpoint(async (request, { businessId }, endpoint_id) => {
    const body = { DeleteEndpoint: { endpoint_id } };
    const reply = await gateway.send(request, { business_id: businessId, idempotency: null, body });
    return reply.status === 204 ? { status: 204, body: '', headers: {} } : reply;
  });
}

type EndpointHandler = (request: HttpRequest, caller: Caller, endpointId: string) => Promise<HttpReply>;

export function onEndpoint(handle: EndpointHandler) {
  const named: EndpointHandler = async (request, caller, id) =>
    isId('we', id) ? handle(request, caller, id) : errorReply('webhook_endpoint.not_found');
  return onPath(pathParameter('public_id'), ignoringQuery(named));
}
