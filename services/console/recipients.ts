import type { Command } from '../../schemas/generated/command';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply, type HttpReply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';
import { readRecipient, type RecipientReads } from '../shared/read-recipient';
import { parseJsonBody } from '../shared/requests/json-body';
import { phoneNumber } from '../../schemas/values/phone-number';
import { readRecipientAddress } from '../shared/requests/recipient-address';
import { answeredWithInputs } from '../shared/requests/refusal';
import { required } from '../../schemas/values/fields';
import { oneOf } from '../../schemas/values/value-rules';
import { notFoundIn, onBusiness } from './on-business';
import { readBody } from '../shared/requests/read-body';
import { PAID_CHANNELS } from '../../schemas/channels';

/** What the calls on one recipient need (OPER-12). */
export interface RecipientDependencies extends RecipientReads {
  readonly gateway: CommandGateway;
}

/**
 * `PUT /admin/v1/businesses/{id}/recipients/{email}/phone`: the merchant's own call, but with `admin` as its source.
 */
export function setPhone({ gateway }: Pick<RecipientDependencies, 'gateway'>): Handler {
  return onAddress(async (request, { businessId, email }) => {
    const body = parseJsonBody(request.body);
    const read = readBody(body, PHONE);
    if (!read.ok) return validationReply(read.faults);
    const newNumber = { recipient_email: email, phone: read.values.phone, source: 'admin' };
    const reply = await gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { SetPhone: newNumber },
    });
    return answeredWithInputs(reply, body);
  });
}

/**
 * `POST /admin/v1/businesses/{id}/recipients/{email}/stop`: no text from the recipient lifts this stop (CONSENT-10).
 */
export function stopChannel(deps: RecipientDependencies): Handler {
  return onAddress(async (request, addressed) => {
    const read = readBody(parseJsonBody(request.body), STOP);
    if (!read.ok) return validationReply(read.faults);
    const { channel } = read.values;
    return onRecipient(deps, request, addressed, (recipient_id) => ({
      StopChannel: { recipient_id, channel, source: 'dashboard' },
    }));
  });
}

/** `POST /admin/v1/businesses/{id}/recipients/{email}/unsubscribe`. */
export function unsubscribe(deps: RecipientDependencies): Handler {
  return onAddress((request, addressed) =>
    onRecipient(deps, request, addressed, (recipient_id) => ({
      Unsubscribe: { recipient_id, source: 'dashboard' },
    })),
  );
}

interface Addressed {
  readonly businessId: string;
  readonly email: string;
}

/** A fault in the path is reported alone, before the body is read (ERR-8). */
function onAddress(handle: (request: HttpRequest, addressed: Addressed) => Promise<HttpReply>): Handler {
  return onBusiness(async (request, businessId) => {
    const address = readRecipientAddress(request);
    if (!address.ok) return validationReply([address.fault]);
    return handle(request, { businessId, email: address.value });
  });
}

/** Answers with the recipient as it is after the command. The ledger decides whether the recipient still exists. */
async function onRecipient(
  { gateway, ...reads }: RecipientDependencies,
  request: HttpRequest,
  { businessId, email }: Addressed,
  bodyFor: (recipientId: string) => Command['body'],
): Promise<HttpReply> {
  const before = await readRecipient(reads, businessId, email);
  if (before === undefined) return notFoundIn(reads.sql, businessId, 'recipient.not_found');
  const reply = await gateway.send(request, {
    business_id: businessId,
    idempotency: null,
    body: bodyFor(before.id),
  });
  if (reply.status !== 200) return reply;
  const after = await readRecipient(reads, businessId, email);
  return after === undefined ? errorReply('recipient.not_found') : jsonReply(200, after.view);
}

const PHONE = { phone: required(phoneNumber) };
const STOP = { channel: required(oneOf(...PAID_CHANNELS)) };
