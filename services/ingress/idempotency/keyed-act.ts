import type { Command } from '../../../schemas/generated/command';
import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../../shared/requests/idempotency';
import type { Caller } from '../access/admit';
import { ignoredQueryFaults } from '../requests/ignored-query';
import type { ReadPath } from '../requests/on-path';
import type { WriteDependencies } from './write-dependencies';

/** What is done, with an Idempotency-Key and without a body, to what the path names. */
export interface KeyedAct {
  /** Keys of different operations do not collide (4.1). */
  readonly operation: string;
  readonly wish: (named: string) => Command['body'];
}

/** A body is ignored, and no part of what the request is recognised by. */
export function keyedAct(
  { gateway, hash, write, spentKey }: WriteDependencies,
  read: ReadPath,
  { operation, wish }: KeyedAct,
) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const key = readIdempotencyKey(request.headers);
    const named = read(request);
    if (!key.ok || !named.ok) {
      return validationReply([key, named].flatMap((part) => (part.ok ? [] : [part.fault])));
    }
    const { businessId } = caller;
    const idempotency = identifyRequest(hash, {
      businessId,
      operation,
      key: key.key,
      pathParameters: [named.value],
      body: '',
    });
    const faults = ignoredQueryFaults(request);
    const send = (): Promise<HttpReply> =>
      gateway.send(request, { business_id: businessId, idempotency, body: wish(named.value) });
    const reply = await (faults.length > 0
      ? spentKey(caller, idempotency)
      : write(caller, idempotency, send));
    return reply ?? validationReply(faults);
  };
}
