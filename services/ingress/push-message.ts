import type { Command, PushMessage } from '../../schemas/generated/command';
import { validationReply } from '../shared/http/errors';
import type { Reply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../shared/requests/idempotency';
import { parseJsonBody } from '../shared/requests/json-body';
import { answeredWithInputs, refusalOf } from '../shared/requests/refusal';
import type { Caller } from './admit';
import { namedAddress } from './named-address';
import { checkSendAt, readPushRequest } from './push-request';
import { replayedInFull } from './recorded-response';
import type { WriteDependencies } from './write-dependencies';

/** `POST /api/v1/messages`. */
export function pushMessage({ gateway, hash, write, spentKey, clock }: WriteDependencies) {
  return async (request: HttpRequest, caller: Caller): Promise<Reply> => {
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
    if (read.outcome === 'invalid' && !read.spendsKey) {
      return (await spentKey(caller, idempotency)) ?? validationReply(read.faults);
    }
    return write(caller, idempotency, async () => {
      const wish =
        read.outcome === 'valid'
          ? wishFor(read.push, clock.now())
          : refusalOf(read.faults, namedAddress(body));
      const reply = await gateway.send(request, { business_id: businessId, idempotency, body: wish });
      return replayedInFull(answeredWithInputs(reply, body));
    });
  };
}

/** A moment that has passed is a fault of the first request only: its repeat is answered as the first was. */
function wishFor(push: PushMessage, nowMs: number): Command['body'] {
  const fault = push.send_at === null ? undefined : checkSendAt(push.send_at, nowMs);
  return fault === undefined ? { PushMessage: push } : refusalOf([fault], push.recipient_email);
}
