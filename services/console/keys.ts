import type { CommandGateway } from '../shared/command-gateway';
import { validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { mintKey } from '../shared/requests/api-keys';
import { parseOptionalJsonBody } from '../shared/requests/json-body';
import { nullable, text } from '../../schemas/values/fields';
import { oneOf } from '../../schemas/values/value-rules';
import { onBusiness } from './on-business';
import { readBody } from '../shared/requests/read-body';
import { nonEmptySet } from './settings-checks';

/** The scopes of a key for which the operator names none. */
export const ALL_SCOPES = ['messages', 'recipients', 'credits', 'keys', 'webhooks'];

/** `POST /admin/v1/businesses/{id}/keys`. The ledger decides whether the business may have another key (OPER-8). */
export function createKey(gateway: CommandGateway): Handler {
  return onBusiness(async (request, businessId) => {
    const read = readBody(parseOptionalJsonBody(request.body), FIELDS);
    if (!read.ok) return validationReply(read.faults);
    const { name, scopes } = read.values;
    const { apiKey, key } = mintKey({ name, scopes: scopes ?? ALL_SCOPES });
    const reply = await gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { CreateKey: { key, minted_by: null, detach: false } },
    });
    if (reply.status !== 201) return reply;
    return jsonReply(201, { ...(JSON.parse(reply.body) as object), key: apiKey });
  });
}

const FIELDS = {
  name: nullable(text({ max: 120 })),
  scopes: nullable(nonEmptySet(oneOf(...ALL_SCOPES))),
};
