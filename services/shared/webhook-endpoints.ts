import type { EndpointHealth } from '../../streams/ledger/accounts/endpoint-view';
import type { Endpoint } from '../../streams/ledger/accounts/tables';
import type { Sql } from '../../streams/runtime/postgres/database';

/** A row of `webhook_endpoints`. */
export interface EndpointRow extends Endpoint, EndpointHealth {
  /** The first failed attempt since the last success; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
}

/** Finds an endpoint of this business. Its secret is still encrypted. */
export async function findEndpoint(
  sql: Sql,
  businessId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const [row] = await sql.query<EndpointRow>(FIND, [businessId, id]);
  return row;
}

/** All endpoints of a business, newest first. */
export async function endpointsOf(sql: Sql, businessId: string): Promise<EndpointRow[]> {
  return sql.query<EndpointRow>(LIST, [businessId]);
}

const SELECT = `
  SELECT business_id AS "businessId", id, url, event_types AS "eventTypes", description, secret,
    masked_secret AS "maskedSecret", created_at AS "createdAt", disabled_at AS "disabledAt",
    consecutive_failures AS "consecutiveFailures", last_success_at AS "lastSuccessAt", last_error AS "lastError",
    failing_since AS "failingSince"
  FROM webhook_endpoints`;

const FIND = { name: 'webhook-endpoint', text: `${SELECT} WHERE business_id = $1 AND id = $2` };
const LIST = { name: 'webhook-endpoints', text: `${SELECT} WHERE business_id = $1 ORDER BY id DESC` };
