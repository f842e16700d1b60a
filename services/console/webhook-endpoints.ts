import { firstIdAt, isId } from '../../schemas/ids';
import { endpointView } from '../../streams/ledger/accounts/endpoint-view';
import type { Sql } from '../../streams/runtime/postgres/database';
import { partitionFor } from '../../streams/runtime/kafka/records';
import { replay } from '../../streams/webhook-dispatcher/replay';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply, type HttpReply } from '../shared/http/reply';
import type { Handler, HttpRequest, Route } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { readPathParameter } from '../shared/requests/path-parameter';
import { withInputs } from '../shared/requests/stored-faults';
import { timestamp } from '../../schemas/values/timestamp';
import { required } from '../../schemas/values/fields';
import { endpointsOf, findEndpoint, type EndpointRow } from '../shared/webhook-endpoints';
import { isBusiness, notFoundIn, onBusiness } from './on-business';
import { readBody } from '../shared/requests/read-body';
import { listDeliveries } from './webhook-deliveries';

/** What the calls on webhook endpoints need. */
export interface EndpointDependencies {
  readonly gateway: CommandGateway;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly partitions: number;
}

/** The calls with which an operator inspects, enables and replays the endpoints of a business (OPER-13, OPER-14). */
export function endpointRoutes(deps: EndpointDependencies): Route[] {
  const all = '/admin/v1/businesses/:id/webhook-endpoints';
  const one = `${all}/:we`;
  return [
    { method: 'GET', path: all, handle: listEndpoints(deps) },
    { method: 'POST', path: `${one}/enable`, handle: enableEndpoint(deps) },
    { method: 'POST', path: `${one}/replay`, handle: replayEvents(deps) },
    { method: 'GET', path: `${one}/deliveries`, handle: onEndpoint(deps.sql, listDeliveries(deps.sql)) },
  ];
}

/** A business has at most ten endpoints (HOOK-3), so the list has no pages. */
function listEndpoints({ sql }: Pick<EndpointDependencies, 'sql'>): Handler {
  return onBusiness(async (_request, businessId) => {
    const items = (await endpointsOf(sql, businessId)).map(viewOf);
    const isKnown = items.length > 0 || (await isBusiness(sql, businessId));
    return isKnown ? jsonReply(200, { items }) : errorReply('business.not_found');
  });
}

function enableEndpoint({ gateway, sql }: EndpointDependencies): Handler {
  return onEndpoint(sql, async (request, businessId, endpoint_id) => {
    const body = { EnableEndpoint: { endpoint_id } };
    const reply = await gateway.send(request, { business_id: businessId, idempotency: null, body });
    if (reply.status === 404) return noEndpoint(sql, businessId);
    if (reply.status !== 200) return reply;
    const endpoint = await findEndpoint(sql, businessId, endpoint_id);
    return endpoint === undefined ? noEndpoint(sql, businessId) : jsonReply(200, viewOf(endpoint));
  });
}

const REACH_MS = 30 * 86_400_000;
/** The id of an event may be as much older than the event as its command may wait in the log. */
const LONGEST_WAIT_MS = 7 * 86_400_000;

/** Answers when the deliveries are queued; it does not wait for their attempts. */
function replayEvents({ sql, clock, partitions }: EndpointDependencies): Handler {
  return onEndpoint(sql, async (request, businessId, endpointId) => {
    const body = parseJsonBody(request.body);
    const read = readBody(body, { since: required(timestamp) });
    if (!read.ok) return validationReply(read.faults);
    const { since } = read.values;
    const now = clock.now();
    if (since > now || since < now - REACH_MS) {
      const msg = 'Value error, must be within the last 30 days';
      return validationReply(withInputs([{ type: 'value_error', loc: ['body', 'since'], msg }], body));
    }
    const endpoint = await findEndpoint(sql, businessId, endpointId);
    if (endpoint === undefined) return noEndpoint(sql, businessId);
    if (endpoint.disabledAt !== null) return errorReply('webhook_endpoint.disabled');
    const partition = partitionFor(businessId, partitions);
    const range = { businessId, endpointId, partition, since: new Date(since), now: new Date(now) };
    const replayed = await replay(sql, range, firstIdAt('evt', since - LONGEST_WAIT_MS));
    return jsonReply(200, { replayed });
  });
}

/** The merchant's view of an endpoint, and since when its attempts have been failing. */
function viewOf(endpoint: EndpointRow): object {
  return { ...endpointView(endpoint), failing_since: endpoint.failingSince?.toISOString() ?? null };
}

function onEndpoint(
  sql: Sql,
  handle: (request: HttpRequest, businessId: string, endpointId: string) => Promise<HttpReply>,
): Handler {
  return onBusiness(async (request, businessId) => {
    const id = readPathParameter(request, 'we');
    if (!id.ok) return validationReply([id.fault]);
    if (!isId('we', id.value)) return noEndpoint(sql, businessId);
    return handle(request, businessId, id.value);
  });
}

function noEndpoint(sql: Sql, businessId: string): Promise<HttpReply> {
  return notFoundIn(sql, businessId, 'webhook_endpoint.not_found');
}
