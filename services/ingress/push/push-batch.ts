import { MAX_BATCH_KEY_LENGTH } from '../../../schemas/api/batch-limits';
import type { BatchItem } from '../../../schemas/generated/command';
import type { Json } from '../../../schemas/values/canonical-json';
import { identifyRequest } from '../../shared/requests/idempotency';
import { jsonBodyOf, parseJsonBody, type JsonBody } from '../../shared/requests/json-body';
import { keyedOperation, type KeyedDependencies } from '../../shared/requests/keyed-operation';
import { keptFaults } from '../../shared/requests/stored-faults';
import { replayedInFull } from '../idempotency/replayed-in-full';
import { readBatchRequest } from './batch-request';
import { namedAddress, readPushRequest } from './push-request';

/** `POST /api/v1/messages/batch`: one command for all items, so one round trip over the log. */
export function pushBatch(deps: KeyedDependencies) {
  return keyedOperation(deps, {
    name: 'batch',
    maxKeyLength: MAX_BATCH_KEY_LENGTH,
    body: parseJsonBody,
    understand: ({ businessId, key, body }) => {
      const read = readBatchRequest(body);
      if (!read.ok) return read;
      const items = read.items.map((item, index) =>
        itemOf(deps.hash, item, { businessId, key: `${key}#${index}` }),
      );
      // Each item counts as a request; the first was counted when the batch was admitted.
      return { ok: true, command: { PushBatch: { items } }, furtherRequests: items.length - 1 };
    },
    answer: replayedInFull,
  });
}

/** An item is recognised as a push with a key of its own (IDEM-18). */
function itemOf(
  hash: KeyedDependencies['hash'],
  item: Json,
  of: { readonly businessId: string; readonly key: string },
): BatchItem {
  const body = jsonBodyOf(item);
  const claim = identifyRequest(hash, { ...of, operation: 'push', pathParameters: [], body: body.identity });
  return { ...readItem(body), idempotency: claim };
}

/** An item is judged as if it had been pushed alone, and fails alone (MSG-15). */
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
