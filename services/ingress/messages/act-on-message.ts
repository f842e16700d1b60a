import type { Command } from '../../../schemas/generated/command';
import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../../shared/requests/idempotency';
import { readPathParameter } from '../../shared/requests/path-parameter';
import type { Caller } from '../access/admit';
import type { WriteDependencies } from '../idempotency/write-dependencies';
import { ignoredQueryFaults } from '../requests/ignored-query';

/** An operation on one message that takes no body: retract and the two resends. */
export interface MessageAct {
  /** Keys of different operations do not collide (4.1). */
  readonly operation: string;
  readonly wish: (messageId: string) => Command['body'];
}

export const retract: MessageAct = {
  operation: 'retract',
  wish: (message_id) => ({ RetractMessage: { message_id } }),
};
export const resendSms: MessageAct = {
  operation: 'resend sms',
  wish: (message_id) => ({ ResendNudge: { message_id, channel: 'sms' } }),
};
export const resendWhatsapp: MessageAct = {
  operation: 'resend whatsapp',
  wish: (message_id) => ({ ResendNudge: { message_id, channel: 'whatsapp' } }),
};

/** `POST /api/v1/messages/{public_id}/…`. A body is ignored, and no part of what the request is recognised by. */
export function actOnMessage(
  { gateway, hash, write, spentKey }: WriteDependencies,
  { operation, wish }: MessageAct,
) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const key = readIdempotencyKey(request.headers);
    const id = readPathParameter(request, 'public_id');
    if (!key.ok || !id.ok) return validationReply([key, id].flatMap((read) => (read.ok ? [] : [read.fault])));
    const { businessId } = caller;
    const idempotency = identifyRequest(hash, {
      businessId,
      operation,
      key: key.key,
      pathParameters: [id.value],
      body: '',
    });
    const faults = ignoredQueryFaults(request);
    const send = (): Promise<HttpReply> =>
      gateway.send(request, { business_id: businessId, idempotency, body: wish(id.value) });
    const reply = await (faults.length > 0
      ? spentKey(caller, idempotency)
      : write(caller, idempotency, send));
    return reply ?? validationReply(faults);
  };
}
