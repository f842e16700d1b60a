import type { PushMessage } from '../../../schemas/generated/command';
import { isId } from '../../../schemas/ids';
import { emailAddress } from '../../../schemas/values/email-address';
import type { JsonBody } from '../../shared/requests/json-body';
import { readFields } from '../../../schemas/values/fields';
import type { AtFault } from '../../shared/requests/keyed-operation';
import { PUSH_FIELDS } from '../../../schemas/api/push-fields';

/** A push that is valid as far as the request alone shows, or its faults. */
export type PushRequest = { readonly ok: true; readonly push: PushMessage } | AtFault;

/**
 * Checks everything about a push that the request alone shows (MSG-2 to MSG-10, LIMIT-1). The ledger checks the rest.
 */
export function readPushRequest(body: JsonBody): PushRequest {
  if (body.outcome === 'fault') {
    return { ok: false, faults: [body.fault], spendsKey: !body.unstorable };
  }
  const read = readFields(body.value, PUSH_FIELDS);
  if (!read.ok) return { ok: false, faults: read.faults, spendsKey: !read.unstorable };
  const { channels, obsoletes } = read.values;
  return {
    ok: true,
    push: {
      ...read.values,
      channels: channels === null ? null : [...new Set(channels)],
      // A text that cannot be the id of a message is ignored like an unknown id, so it need not travel.
      obsoletes: [...new Set(obsoletes)].filter((id) => isId('msg', id)),
    },
  };
}

/** The address that a faulty push names, because its stored refusal is erased together with that person (HAZ-25). */
export function namedAddress(body: JsonBody): string | null {
  if (body.outcome === 'fault') return null;
  const read = emailAddress.read(body.value['recipient_email'] ?? null, []);
  return read.ok ? read.value : null;
}
