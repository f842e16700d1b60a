import { knownOrderStatus } from '../../streams/wording/order-status';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import type { Handler } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { readPathParameter } from '../shared/requests/path-parameter';
import { required } from '../shared/requests/validation';
import { oneOf } from '../shared/requests/value-rules';
import { readBody } from './request-body';

/** Templates are the platform's and no business's: all that is said about them takes its turn under this key. */
const PLATFORM = 'platform';

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
