import type { Fault } from '../shared/http/errors';
import type { Json } from '../shared/requests/canonical-json';
import type { JsonBody } from '../shared/requests/json-body';
import { missing } from '../shared/requests/validation';

/** Specification 8. */
export const MAX_ITEMS = 100;

export type BatchRequest =
  | { readonly ok: true; readonly items: readonly Json[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** D5: the wrapper alone. What is in an item is that item's own affair. */
export function readBatchRequest(body: JsonBody): BatchRequest {
  if (body.outcome === 'fault') return { ok: false, faults: [body.fault] };
  const items = Object.hasOwn(body.value, 'messages') ? body.value['messages'] : undefined;
  const loc = ['body', 'messages'];
  if (items === undefined) return { ok: false, faults: [missing(loc)] };
  if (!Array.isArray(items)) {
    return {
      ok: false,
      faults: [{ type: 'list_type', loc, msg: 'Input should be a valid list', input: items }],
    };
  }
  const length = items.length;
  if (length === 0) {
    const msg = 'List should have at least 1 item after validation, not 0';
    return { ok: false, faults: [{ type: 'too_short', loc, msg, input: items }] };
  }
  if (length > MAX_ITEMS) {
    const msg = `List should have at most ${MAX_ITEMS} items after validation, not ${length}`;
    return { ok: false, faults: [{ type: 'too_long', loc, msg, input: items }] };
  }
  return { ok: true, items: items as readonly Json[] };
}
