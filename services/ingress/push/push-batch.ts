import type { BatchItem, Command } from '../../../schemas/generated/command';
import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import type { Json } from '../../../schemas/values/canonical-json';
import { identifyRequest, readIdempotencyKey } from '../../shared/requests/idempotency';
import { jsonBodyOf, parseJsonBody, type JsonBody } from '../../shared/requests/json-body';
import { answeredWithInputs, refusalOf } from '../../shared/requests/refusal';
import { keptFaults } from '../../shared/requests/stored-faults';
import type { Caller } from '../access/admit';
import { MAX_BATCH_KEY_LENGTH } from '../../../schemas/api/batch-limits';
import { readBatchRequest } from './batch-request';
import { namedAddress } from './named-address';
import { readPushRequest } from './push-request';
import { replayedInFull } from '../idempotency/replayed-in-full';
import type { WriteDependencies } from '../idempotency/write-dependencies';
import { unspentFaults } from '../requests/faulty-request';

/** `POST /api/v1/messages/batch`: one command for all items, so one round trip over the log. */
export function pushBatch(deps: WriteDependencies) {
  const { gateway, hash, write, spentKey } = deps;
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const key = readIdempotencyKey(request.headers, MAX_BATCH_KEY_LENGTH);
    if (!key.ok) return validationReply([key.fault]);
    const body = parseJsonBody(request.body);
    const read = readBatchRequest(body);
    // Each item counts as a request; the first was counted when the batch was let in.
    const limited = read.ok ? await caller.spend(read.items.length - 1) : undefined;
    if (limited !== undefined) return limited;
    const { businessId } = caller;
    const idempotency = identifyRequest(hash, {
      businessId,
      operation: 'batch',
      key: key.key,
      pathParameters: [],
      body: body.identity,
    });
    const faults = unspentFaults(request, read);
    const send = (): Promise<HttpReply> => {
      const wish = read.ok ? wishFor(hash, businessId, key.key, read.items) : refusalOf(read.faults);
      return gateway.send(request, { business_id: businessId, idempotency, body: wish });
    };
    const reply = await (faults.length > 0
      ? spentKey(caller, idempotency)
      : write(caller, idempotency, send));
    return reply === undefined ? validationReply(faults) : replayedInFull(answeredWithInputs(reply, body));
  };
}

function wishFor(
  hash: WriteDependencies['hash'],
  businessId: string,
  key: string,
  items: readonly Json[],
): Command['body'] {
  return {
    PushBatch: {
      items: items.map((item, index) => {
        const body = jsonBodyOf(item);
        const itemKey = {
          businessId,
          operation: 'push',
          key: `${key}#${index}`,
          pathParameters: [],
          body: body.identity,
        };
        return { ...readItem(body), idempotency: identifyRequest(hash, itemKey) };
      }),
    },
  };
}

/** D5: an item is judged as if it had come alone, and fails alone. */
function readItem(body: JsonBody): Omit<BatchItem, 'idempotency'> {
  const read = readPushRequest(body);
  if (!read.ok) {
    return {
      push: null,
      refusal: keptFaults(read.faults),
      recipient_email: namedAddress(body),
      spends_key: read.spendsKey,
    };
  }
  return { push: read.push, refusal: null, recipient_email: null, spends_key: true };
}
