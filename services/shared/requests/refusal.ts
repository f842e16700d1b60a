import type { Command } from '../../../schemas/generated/command';
import { errorStatus, type Fault, type StoredFault } from '../../../schemas/api/errors';
import type { HttpReply } from '../http/reply';
import type { JsonBody } from './json-body';
import { keptFaults, withInputs } from './stored-faults';

/**
 * The refusal of a faulty request, as a command: it spends the key, so it goes through the log and is stored. The input
 * of the caller is left out, because it may name a person (IDEM-12).
 */
export function refusalOf(faults: readonly Fault[], recipientEmail: string | null = null): Command['body'] {
  return { Refuse: { detail: keptFaults(faults), recipient_email: recipientEmail } };
}

/** Returns the ledger's answer. If it is a stored refusal, its inputs are filled in from the request. */
export function answeredWithInputs(reply: HttpReply, body: JsonBody): HttpReply {
  if (reply.status !== errorStatus['common.validation_failed']) return reply;
  const answer = JSON.parse(reply.body) as { error_code: string; detail?: StoredFault[] };
  if (answer.detail === undefined) return reply;
  return { ...reply, body: JSON.stringify({ ...answer, detail: withInputs(answer.detail, body) }) };
}
