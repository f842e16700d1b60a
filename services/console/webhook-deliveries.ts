import type { Sql } from '../../streams/runtime/postgres/database';
import { validationReply } from '../shared/http/errors';
import { jsonReply, type HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { findEndpoint } from '../shared/webhook-endpoints';
import { notFoundIn } from './on-business';
import { pageOf, readCursor, ROWS_FOR_A_PAGE } from './paging';

/** `GET …/webhook-endpoints/{we}/deliveries`: ids and outcomes, but not what an event says (OPER-13). */
export function listDeliveries(sql: Sql) {
  return async ({ rawQuery }: HttpRequest, businessId: string, endpointId: string): Promise<HttpReply> => {
    const before = readCursor('evt', rawQuery);
    if (!before.ok) return validationReply([before.fault]);
    if ((await findEndpoint(sql, businessId, endpointId)) === undefined) {
      return notFoundIn(sql, businessId, 'webhook_endpoint.not_found');
    }
    const rows = await sql.query<Row>(LIST, [businessId, endpointId, before.id, ROWS_FOR_A_PAGE]);
    return jsonReply(200, pageOf(rows, deliveryView));
  };
}

interface Row {
  readonly id: string;
  readonly type: string | null;
  readonly state: string;
  readonly attempt: number;
  readonly next_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function deliveryView(row: Row): object {
  return {
    event_id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempt,
    next_attempt_at: row.next_at?.toISOString() ?? null,
    status_code: row.last_status,
    error: row.last_error,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const LIST = {
  name: 'console-webhook-deliveries',
  text: `
    SELECT d.event_id AS id, e.type, d.state, d.attempt, d.next_at, d.last_status, d.last_error, d.created_at, d.updated_at
    FROM webhook_deliveries d
    LEFT JOIN events e ON e.business_id = d.business_id AND e.id = d.event_id
    WHERE d.business_id = $1 AND d.endpoint_id = $2 AND d.event_id < $3
    ORDER BY d.event_id DESC LIMIT $4`,
};
