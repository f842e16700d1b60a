import { type TemplateReview, reviews } from '../../streams/ledger/delivery/tables';
import type { Review } from '../../streams/channels/paid-facts';
import type { Sql } from '../../streams/runtime/postgres/database';
import { knownOrderStatus, ORDER_STATUSES } from '../../streams/wording/order-status';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { readPathParameter } from '../shared/requests/path-parameter';
import { required } from '../../schemas/values/fields';
import { oneOf } from '../../schemas/values/value-rules';
import { readBody } from '../shared/requests/read-body';

/** Templates belong to the platform and to no business, so all commands about them have this key. */
const PLATFORM = 'platform';

/** `GET /admin/v1/whatsapp-templates`: all templates, those without a recorded review with the default (OPER-15). */
export function listTemplates(sql: Sql, defaultReview: Review): Handler {
  return async () => {
    const rows = await sql.query<TemplateReview>(LIST, []);
    const recorded = new Map(rows.map(({ orderStatus, review }) => [orderStatus, review]));
    const items = ORDER_STATUSES.map((status) => ({
      order_status: status,
      review: recorded.get(status) ?? defaultReview,
    }));
    return jsonReply(200, { items });
  };
}

/** `PUT /admin/v1/whatsapp-templates/{order_status}`. */
export function reviewTemplate(gateway: CommandGateway): Handler {
  return async (request) => {
    const status = readPathParameter(request, 'order_status');
    if (!status.ok) return validationReply([status.fault]);
    if (knownOrderStatus(status.value) === null) return errorReply('template.not_found');
    const read = readBody(parseJsonBody(request.body), FIELDS);
    if (!read.ok) return validationReply(read.faults);
    const body = { ReviewTemplate: { order_status: status.value, review: read.values.review } };
    return gateway.send(request, { business_id: PLATFORM, idempotency: null, body });
  };
}

const FIELDS = { review: required(oneOf('approved', 'in_review', 'rejected')) };

const LIST = {
  name: 'console-template-reviews',
  text: `SELECT ${reviews.select('t')} FROM template_reviews t`,
};
