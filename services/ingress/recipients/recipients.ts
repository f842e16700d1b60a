import type { CommandGateway } from '../../shared/command-gateway';
import { errorReply, validationReply } from '../../shared/http/errors';
import { jsonReply } from '../../shared/http/reply';
import { readRecipient, type RecipientReads } from '../../shared/read-recipient';
import { parseJsonBody } from '../../shared/requests/json-body';
import { readRecipientAddress } from '../../shared/requests/recipient-address';
import { answeredWithInputs } from '../../shared/requests/refusal';
import type { Caller } from '../access/admit';
import { ignoringQuery } from '../../shared/requests/ignored-query';
import { onPath } from '../requests/on-path';
import { readRequest } from '../requests/read-request';
import { PHONE_FIELDS } from '../../../schemas/api/phone-fields';

/** `GET /api/v1/recipients/{email}/sms`. */
export function readSmsState(deps: RecipientReads) {
  const read = ignoringQuery(async (_request, { businessId }: Caller, email: string) => {
    const found = await readRecipient(deps, businessId, email);
    return found === undefined ? errorReply('recipient.not_found') : jsonReply(200, found.view);
  });
  return onPath(readRecipientAddress, read);
}

/** `PUT /api/v1/recipients/{email}/phone`. A repeat changes nothing, so there is no Idempotency-Key. */
export function setPhone(gateway: CommandGateway) {
  return onPath(readRecipientAddress, async (request, { businessId }, recipient_email) => {
    const body = parseJsonBody(request.body);
    const read = readRequest(request, body, PHONE_FIELDS);
    if (!read.ok) return validationReply(read.faults);
    const newNumber = { recipient_email, phone: read.values.phone, source: 'api' };
    const reply = await gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { SetPhone: newNumber },
    });
    return answeredWithInputs(reply, body);
  });
}

/** `DELETE /api/v1/recipients/{email}/phone`. */
export function clearPhone(gateway: CommandGateway) {
  const clear = ignoringQuery((request, { businessId }: Caller, recipient_email: string) =>
    gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { ClearPhone: { recipient_email } },
    }),
  );
  return onPath(readRecipientAddress, clear);
}
