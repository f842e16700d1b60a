import type { Fault } from '../api/errors';
import type { Json, JsonObject } from './canonical-json';

/**
 * Reads and describes one kind of value. Both stand together, so that the published schema cannot promise what the
 * reader does not keep.
 */
export interface Rule<Value = unknown> {
  readonly schema: JsonSchema;
  read(value: Json, loc: Fault['loc']): Reading<Value>;
}

/** The value as the service uses it, or all its faults. */
export type Reading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] };

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = JsonObject;

/**
 * A request of two million brackets and commas has as many faulty items; the list of their faults would be a hundred
 * times as long as the request. Nobody needs more than 1,000 faults to correct a request (ERR-17).
 */
export const MAX_FAULTS = 1_000;

export function good<Value>(value: Value): Reading<Value> {
  return { ok: true, value };
}

export function bad(fault: Fault): { readonly ok: false; readonly faults: readonly Fault[] } {
  return { ok: false, faults: [fault] };
}
