import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../../shared/requests/idempotency';
import { parseJsonBody } from '../../shared/requests/json-body';
import { answeredWithInputs, refusalOf } from '../../shared/requests/refusal';
import type { Caller } from '../access/admit';
import { namedAddress } from './named-address';
import { readPushRequest } from './push-request';
import { replayedInFull } from '../idempotency/replayed-in-full';
import type { WriteDependencies } from '../idempotency/write-dependencies';
import { unspentFaults } from '../requests/faulty-request';

/** `POST /api/v1/messages`. */
export function pushMessage({ gateway, hash, write, spentKey }: WriteDependencies) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const key = readIdempotencyKey(request.headers);
    if (!key.ok) return validationReply([key.fault]);
    const body = parseJsonBody(request.body);
    const { businessId } = caller;
    const idempotency = identifyRequest(hash, {
      businessId,
      operation: 'push',
      key: key.key,
      pathParameters: [],
      body: body.identity,
    });
    const read = readPushRequest(body);
    const faults = unspentFaults(request, read);
    const send = (): Promise<HttpReply> => {
      const wish = read.ok ? { PushMessage: read.push } : refusalOf(read.faults, namedAddress(body));
      return gateway.send(request, { business_id: businessId, idempotency, body: wish });
    };
    const reply = await (faults.length > 0
      ? spentKey(caller, idempotency)
      : write(caller, idempotency, send));
    return reply === undefined ? validationReply(faults) : replayedInFull(answeredWithInputs(reply, body));
  };
}
