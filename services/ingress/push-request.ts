import type { PushMessage } from '../../schemas/generated/command';
import { emailAddress, normaliseEmailAddress } from '../shared/requests/email-address';
import type { Fault } from '../shared/http/errors';
import type { JsonBody } from '../shared/requests/json-body';
import { checkFields, required, text } from '../shared/requests/validation';

export type PushRequest =
  | { readonly outcome: 'valid'; readonly push: PushMessage }
  | {
      readonly outcome: 'invalid';
      readonly faults: readonly Fault[];
      /** False where a text cannot be stored: a corrected request may use the key again. */
      readonly spendsKey: boolean;
    };

/** Specification 2.1, as far as the request can be judged by itself. */
export function readPushRequest(body: JsonBody): PushRequest {
  if (body.outcome === 'fault') return { outcome: 'invalid', faults: [body.fault], spendsKey: true };
  const { faults, unstorable } = checkFields(body.value, FIELDS);
  if (faults.length > 0) return { outcome: 'invalid', faults, spendsKey: !unstorable };
  const fields = body.value as { recipient_email: string; subject: string; body: string };
  return {
    outcome: 'valid',
    push: {
      recipient_email: normaliseEmailAddress(fields.recipient_email) ?? '',
      subject: fields.subject,
      body: fields.body,
    },
  };
}

const FIELDS = {
  recipient_email: required(emailAddress),
  subject: required(text({ visible: true, max: 300 })),
  body: required(text({ visible: true, max: 10_000 })),
};
