import type { CommandGateway } from '../shared/command-gateway';
import { validationReply } from '../shared/http/errors';
import type { Reply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../shared/requests/idempotency';
import { parseJsonBody } from '../shared/requests/json-body';
import type { KeyedHash } from '../shared/requests/keyed-hash';
import type { Caller } from './authenticate';
import type { IdempotentWrite } from './idempotent-write';
import { readPushRequest } from './push-request';

export interface PushDependencies {
  readonly gateway: CommandGateway;
  readonly hash: KeyedHash;
  readonly write: IdempotentWrite;
}

/** `POST /api/v1/messages`. */
export function pushMessage({ gateway, hash, write }: PushDependencies) {
  return async (request: HttpRequest, caller: Caller): Promise<Reply> => {
    const key = readIdempotencyKey(request.headers);
    if (!key.ok) return validationReply([key.fault]);
    const body = parseJsonBody(request.body);
    const idempotency = identifyRequest(hash, {
      businessId: caller.businessId,
      operation: 'push',
      key: key.key,
      pathParameters: [],
      body: body.identity,
    });
    return write(caller, idempotency, async () => {
      const read = readPushRequest(body);
      if (read.outcome === 'invalid') return validationReply(read.faults);
      return gateway.send(request, {
        business_id: caller.businessId,
        idempotency,
        body: { PushMessage: read.push },
      });
    });
  };
}
