import type { CommandGateway } from '../shared/command-gateway';
import { validationReply } from '../shared/http/errors';
import type { Handler } from '../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../shared/requests/idempotency';
import { parseJsonBody } from '../shared/requests/json-body';
import type { KeyedHash } from '../shared/requests/keyed-hash';
import { readTopUp } from './business-requests';
import { onBusiness } from './businesses';

/**
 * `POST /admin/v1/businesses/{id}/credits`. Operators are few, so the ledger alone tells a repeat: there is no claim and
 * no look-up before it.
 */
export function topUp(gateway: CommandGateway, hash: KeyedHash): Handler {
  return onBusiness(async (request, businessId) => {
    const key = readIdempotencyKey(request.headers);
    if (!key.ok) return validationReply([key.fault]);
    const body = parseJsonBody(request.body);
    const read = readTopUp(body);
    if (read.outcome === 'invalid') return validationReply(read.faults);
    return gateway.send(request, {
      business_id: businessId,
      idempotency: identifyRequest(hash, {
        businessId,
        operation: 'top up',
        key: key.key,
        pathParameters: [businessId],
        body: body.identity,
      }),
      body: { TopUp: read.request },
    });
  });
}
