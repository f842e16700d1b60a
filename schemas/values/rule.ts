import type { Fault } from '../api/errors';
import type { Json, JsonObject } from './canonical-json';

/**
 * What one value has to be. Reading and description stand together, so that the published schema cannot promise what
 * the reader does not hold.
 */
export interface Rule<Value = unknown> {
  readonly schema: JsonSchema;
  read(value: Json, loc: Fault['loc']): Reading<Value>;
}

/** The value as the service works with it, or everything that is wrong with it. */
export type Reading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] };

/** JSON Schema 2020-12, which OpenAPI 3.1 is made of. */
export type JsonSchema = JsonObject;

/**
 * Two million brackets and commas make as many faulty items; their list would be a hundred times the request. Nobody
 * corrects a request by its thousandth fault.
 */
export const MAX_FAULTS = 1_000;

export function good<Value>(value: Value): Reading<Value> {
  return { ok: true, value };
}

export function bad(fault: Fault): { readonly ok: false; readonly faults: readonly Fault[] } {
  return { ok: false, faults: [fault] };
}
