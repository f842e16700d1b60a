import type { CommandGateway } from '../../shared/command-gateway';
import { errorReply, validationReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { readRecipient, type RecipientReads } from '../../shared/read-recipient';
import { parseJsonBody } from '../../shared/requests/json-body';
import { readRecipientAddress } from '../../shared/requests/recipient-address';
import { answeredWithInputs } from '../../shared/requests/refusal';
import { readFields } from '../../shared/requests/validation';
import type { Caller } from '../access/admit';
import { PHONE_FIELDS } from './phone-fields';

/** `GET /api/v1/recipients/{email}/sms`. */
export function readSmsState(deps: RecipientReads) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const address = readRecipientAddress(request);
    if (!address.ok) return validationReply([address.fault]);
    const found = await readRecipient(deps, businessId, address.email);
    return found === undefined ? errorReply('recipient.not_found') : jsonReply(200, found.view);
  };
}

/** `PUT /api/v1/recipients/{email}/phone`. Doing it twice is doing it once, so there is no Idempotency-Key to spend. */
export function setPhone(gateway: CommandGateway) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const address = readRecipientAddress(request);
    if (!address.ok) return validationReply([address.fault]);
    const body = parseJsonBody(request.body);
    if (body.outcome === 'fault') return validationReply([body.fault]);
    const read = readFields(body.value, PHONE_FIELDS);
    if (!read.ok) return validationReply(read.faults);
    const wish = { recipient_email: address.email, phone: read.values.phone, source: 'api' };
    const reply = await gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { SetPhone: wish },
    });
    return answeredWithInputs(reply, body);
  };
}

/** `DELETE /api/v1/recipients/{email}/phone`. */
export function clearPhone(gateway: CommandGateway) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const address = readRecipientAddress(request);
    if (!address.ok) return validationReply([address.fault]);
    const wish = { recipient_email: address.email };
    return gateway.send(request, { business_id: businessId, idempotency: null, body: { ClearPhone: wish } });
  };
}
