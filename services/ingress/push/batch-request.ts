import type { Fault } from '../../../schemas/api/errors';
import type { Json } from '../../../schemas/values/canonical-json';
import type { JsonBody } from '../../shared/requests/json-body';
import { MAX_ITEMS } from '../../../schemas/api/batch-limits';
import { MAX_FAULTS } from '../../../schemas/values/rule';
import { unstorableTexts } from '../../../schemas/values/unstorable-text';
import { missing } from '../../../schemas/values/fields';
import type { AtFault } from '../../shared/requests/keyed-operation';

/** The items of a batch, or the faults of the request around them. */
export type BatchRequest = { readonly ok: true; readonly items: readonly Json[] } | AtFault;

/** Reads the request around the items. Each item is judged by itself (MSG-15). */
export function readBatchRequest(body: JsonBody): BatchRequest {
  if (body.outcome === 'fault') return { ok: false, faults: [body.fault], spendsKey: !body.unstorable };
  const { messages: items, ...others } = body.value;
  const texts = unstorableTexts(Array.isArray(items) ? others : body.value, ['body'], MAX_FAULTS);
  // As in every body, a field with a text that cannot be stored gets that one fault.
  const hasBadText = texts.some(({ loc }) => loc[1] === 'messages');
  const faults = [...(hasBadText ? [] : itemsFaults(items)), ...texts];
  if (faults.length > 0) return { ok: false, faults, spendsKey: texts.length === 0 };
  return { ok: true, items: items as readonly Json[] };
}

function itemsFaults(items: Json | undefined): Fault[] {
  const loc = ['body', 'messages'];
  if (items === undefined) return [missing(loc)];
  if (!Array.isArray(items)) {
    return [{ type: 'list_type', loc, msg: 'Input should be a valid list', input: items }];
  }
  const length = items.length;
  if (length === 0) {
    const msg = 'List should have at least 1 item after validation, not 0';
    return [{ type: 'too_short', loc, msg, input: items }];
  }
  if (length > MAX_ITEMS) {
    const msg = `List should have at most ${MAX_ITEMS} items after validation, not ${length}`;
    return [{ type: 'too_long', loc, msg, input: items }];
  }
  return [];
}
