import type { PushMessage } from '../../../schemas/generated/command';
import { isId } from '../../../schemas/ids';
import type { JsonBody } from '../../shared/requests/json-body';
import { readFields } from '../../../schemas/values/fields';
import type { AtFault } from '../../shared/requests/keyed-operation';
import { PUSH_FIELDS } from '../../../schemas/api/push-fields';

export type PushRequest = { readonly ok: true; readonly push: PushMessage } | AtFault;

/** Specification 2.1, as far as the request can be judged by itself; the ledger sees the rest. */
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
      // What cannot be the id of a message is ignored like one that is unknown, and need not travel.
      obsoletes: [...new Set(obsoletes)].filter((id) => isId('msg', id)),
    },
  };
}
