import type { Command } from '../../../schemas/generated/command';
import { errorStatus, type Fault, type StoredFault } from '../../../schemas/api/errors';
import type { HttpReply } from '../http/reply';
import type { JsonBody } from './json-body';
import { keptFaults, withInputs } from './stored-faults';

/**
 * A request at fault spends its key, so its refusal goes through the log and is stored. What the caller sent is not: it
 * may name a person.
 */
export function refusalOf(faults: readonly Fault[], recipientEmail: string | null = null): Command['body'] {
  return { Refuse: { detail: keptFaults(faults), recipient_email: recipientEmail } };
}

/** The ledger's answer as it is, unless it is such a refusal: that gets its inputs back from the request. */
export function answeredWithInputs(reply: HttpReply, body: JsonBody): HttpReply {
  if (reply.status !== errorStatus['common.validation_failed']) return reply;
  const answer = JSON.parse(reply.body) as { error_code: string; detail?: StoredFault[] };
  if (answer.detail === undefined) return reply;
  return { ...reply, body: JSON.stringify({ ...answer, detail: withInputs(answer.detail, body) }) };
}
