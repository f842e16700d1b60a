import type { Fault } from '../http/errors';
import { canonicalJson, isJsonObject, type Json } from './canonical-json';
import type { JsonBody } from './json-body';

/** A fault as it may be kept: what was sent is a person's, and comes again with the request that repeats it. */
export type StoredFault = Omit<Fault, 'input'>;

export function withoutInputs(faults: readonly StoredFault[]): StoredFault[] {
  return faults.map(({ type, loc, msg }) => ({ type, loc, msg }));
}

/**
 * The first answer and each repeat get their inputs here, for they have to be the same byte for byte although the
 * repeat may spell its body in another order.
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
