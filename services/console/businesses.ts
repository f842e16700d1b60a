import { newId } from '../../schemas/ids';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import { validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { readBusinessChange, readNewBusiness } from './business-settings';
import { mintKey } from '../shared/requests/api-keys';
import { ALL_SCOPES } from './keys';
import { onBusiness } from './on-business';

/** `POST /admin/v1/businesses`. The console creates the first API key and shows it once; the log has only its hash. */
export function createBusiness(gateway: CommandGateway, clock: Clock): Handler {
  return async (request) => {
    const read = readNewBusiness(parseJsonBody(request.body));
    if (!read.ok) return validationReply(read.faults);
    const { apiKey, key } = mintKey({ name: null, scopes: ALL_SCOPES });
    const reply = await gateway.send(request, {
      business_id: newId('biz', clock.now()),
      idempotency: null,
      body: { CreateBusiness: { settings: read.settings, key } },
    });
    if (reply.status !== 201) return reply;
    return jsonReply(201, { ...(JSON.parse(reply.body) as object), api_key: apiKey });
  };
}

/** `PATCH /admin/v1/businesses/{id}`. */
export function changeBusiness(gateway: CommandGateway): Handler {
  return onBusiness(async (request, businessId) => {
    const read = readBusinessChange(parseJsonBody(request.body));
    if (!read.ok) return validationReply(read.faults);
    return gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { ChangeBusiness: { settings: read.settings } },
    });
  });
}
