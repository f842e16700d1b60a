import type { Command } from '../../../schemas/generated/command';
import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../../shared/requests/idempotency';
import { readRecipientAddress } from '../../shared/requests/recipient-address';
import type { Caller } from '../access/admit';
import type { WriteDependencies } from '../idempotency/write-dependencies';
import { ignoredQueryFaults } from '../requests/ignored-query';

/** One of the two erasures. */
export interface ErasureOperation {
  /** Keys of different operations do not collide (4.1). */
  readonly operation: string;
  readonly wish: (email: string) => Command['body'];
}

export const eraseWhatsapp: ErasureOperation = {
  operation: 'erase whatsapp',
  wish: (recipient_email) => ({ EraseWhatsapp: { recipient_email } }),
};
export const eraseRecipient: ErasureOperation = {
  operation: 'erase recipient',
  wish: (recipient_email) => ({ EraseRecipient: { recipient_email } }),
};

/** `POST /api/v1/recipients/{email}/…erase`. A body is ignored, and no part of what the request is recognised by. */
export function erase(
  { gateway, hash, write, spentKey }: WriteDependencies,
  { operation, wish }: ErasureOperation,
) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const key = readIdempotencyKey(request.headers);
    const address = readRecipientAddress(request);
    if (!key.ok || !address.ok) {
      return validationReply([key, address].flatMap((read) => (read.ok ? [] : [read.fault])));
    }
    const { businessId } = caller;
    const idempotency = identifyRequest(hash, {
      businessId,
      operation,
      key: key.key,
      pathParameters: [address.email],
      body: '',
    });
    const faults = ignoredQueryFaults(request);
    const send = (): Promise<HttpReply> =>
      gateway.send(request, { business_id: businessId, idempotency, body: wish(address.email) });
    const reply = await (faults.length > 0
      ? spentKey(caller, idempotency)
      : write(caller, idempotency, send));
    return reply ?? validationReply(faults);
  };
}
