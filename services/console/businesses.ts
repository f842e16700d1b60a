import { isId, newId } from '../../schemas/ids';
import { fingerprintApiKey, lastFour, newApiKey } from '../shared/requests/api-keys';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply, type Reply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { readPathParameter } from '../shared/requests/path-parameter';
import { readBusinessChange, readNewBusiness } from './business-requests';

/** `POST /admin/v1/businesses`. The key is made here and leaves only in this answer; the log carries its hash. */
export function createBusiness(gateway: CommandGateway, clock: Clock): Handler {
  return async (request) => {
    const read = readNewBusiness(parseJsonBody(request.body));
    if (read.outcome === 'invalid') return validationReply(read.faults);
    const apiKey = newApiKey();
    const sha256 = fingerprintApiKey(apiKey);
    if (sha256 === undefined) throw new Error('a key was made that would not be accepted');
    const reply = await gateway.send(request, {
      business_id: newId('biz', clock.now()),
      idempotency: null,
      body: {
        CreateBusiness: {
          name: read.request.name,
          key: { sha256, last4: lastFour(apiKey), name: FIRST_KEY_NAME },
        },
      },
    });
    if (reply.status !== 201) return reply;
    return jsonReply(201, { ...(JSON.parse(reply.body) as object), api_key: apiKey });
  };
}

/** `PATCH /admin/v1/businesses/{id}`. */
export function changeBusiness(gateway: CommandGateway): Handler {
  return onBusiness(async (request, businessId) => {
    const read = readBusinessChange(parseJsonBody(request.body));
    if (read.outcome === 'invalid') return validationReply(read.faults);
    return gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { ChangeBusiness: read.request },
    });
  });
}

/** For what is done to one business. Whether it exists is for the ledger or the database to say. */
export function onBusiness(handle: (request: HttpRequest, businessId: string) => Promise<Reply>): Handler {
  return async (request) => {
    const id = readPathParameter(request, 'id');
    if (!id.ok) return validationReply([id.fault]);
    if (!isId('biz', id.value)) return errorReply('business.not_found');
    request.note({ business_id: id.value });
    return handle(request, id.value);
  };
}

const FIRST_KEY_NAME = 'API key';
