import type { PushMessage } from '../../../schemas/generated/command';
import { isId } from '../../../schemas/ids';
import type { Fault } from '../../shared/http/errors';
import type { JsonBody } from '../../shared/requests/json-body';
import { readFields } from '../../shared/requests/validation';
import { PUSH_FIELDS } from './push-fields';

export type PushRequest =
  | { readonly outcome: 'valid'; readonly push: PushMessage }
  | {
      readonly outcome: 'invalid';
      readonly faults: readonly Fault[];
      /** False where a text cannot be stored: a corrected request may use the key again. */
      readonly spendsKey: boolean;
    };

/** Specification 2.1, as far as the request can be judged by itself; the ledger sees the rest. */
export function readPushRequest(body: JsonBody): PushRequest {
  if (body.outcome === 'fault') {
    return { outcome: 'invalid', faults: [body.fault], spendsKey: !body.unstorable };
  }
  const read = readFields(body.value, PUSH_FIELDS);
  if (!read.ok) return { outcome: 'invalid', faults: read.faults, spendsKey: !read.unstorable };
  const { channels, obsoletes } = read.values;
  return {
    outcome: 'valid',
    push: {
      ...read.values,
      channels: channels === null ? null : [...new Set(channels)],
      // What cannot be the id of a message is ignored like one that is unknown, and need not travel.
      obsoletes: [...new Set(obsoletes)].filter((id) => isId('msg', id)),
    },
  };
}
