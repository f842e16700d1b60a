import type { Fault, StoredFault } from '../../../schemas/api/errors';
import { canonicalJson, isJsonObject, type Json } from '../../../schemas/values/canonical-json';
import type { JsonBody } from './json-body';

/**
 * Room for every fault of a push whose lists are as long as allowed (ERR-17). Without a bound, a push of 2 KB is stored
 * as a refusal of a hundred for the life of its key. The refusals of a batch travel in one record, which the log would
 * not take.
 */
const MOST_KEPT_BYTES = 12 * 1024;

/** The faults as stored JSON. If there are too many, only the first are kept. */
export function keptFaults(faults: readonly StoredFault[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const { type, loc, msg } of faults) {
    const text = JSON.stringify({ type, loc, msg });
    bytes += Buffer.byteLength(text);
    if (bytes > MOST_KEPT_BYTES && kept.length > 0) break;
    kept.push(text);
  }
  return `[${kept.join(',')}]`;
}

/**
 * Adds the inputs to the first answer and to each repeat. Both must be the same byte for byte, although a repeat may
 * spell its body in another order.
 */
export function withInputs(faults: readonly StoredFault[], body: JsonBody): Fault[] {
  return faults.map(({ type, loc, msg }) => ({ type, loc, msg, input: inputOf(type, loc, body) }));
}

function inputOf(type: Fault['type'], loc: Fault['loc'], body: JsonBody): Json {
  if (type === 'missing' || loc[0] !== 'body') return null;
  const whole = body.outcome === 'object' ? body.value : (body.fault.input as Json);
  const found = loc.slice(1).reduce<Json | undefined>(memberOf, whole);
  return JSON.parse(canonicalJson(found ?? null)) as Json;
}

function memberOf(value: Json | undefined, name: string | number): Json | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return typeof name === 'number' ? (value as readonly Json[])[name] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
