// Reads the fields of requests and describes them for the OpenAPI document, from one declaration of each field.

import type { Fault } from '../api/errors';
import { isJsonObject, type Json, type JsonObject } from './canonical-json';
import { bad, good, MAX_FAULTS, type JsonSchema, type Reading, type Rule } from './rule';
import { unstorableTexts } from './unstorable-text';

export { flag, text, whole } from './value-rules';

/** A field of a request body or query: its rule, and what its absence means. */
export interface Field<Value = unknown> {
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** The value is undefined if the field is missing. */
  read(value: Json | undefined, loc: Fault['loc']): Reading<Value>;
}

export type Fields = Readonly<Record<string, Field>>;

export type ValuesOf<Declared extends Fields> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends Field<infer Value> ? Value : never;
};

export interface FieldFaults {
  /** In the order of the fields; at most `MAX_FAULTS`. */
  readonly faults: readonly Fault[];
  /** True if a text cannot be stored: such a refusal leaves the Idempotency-Key unspent (IDEM-9). */
  readonly unstorable: boolean;
}

export type FieldsRead<Declared extends Fields> =
  { readonly ok: true; readonly values: ValuesOf<Declared> } | ({ readonly ok: false } & FieldFaults);

/**
 * Ignores unknown fields (ERR-4), but refuses a text that cannot be stored in any field, known or not (ERR-6). A field
 * with such a text gets no other fault.
 */
export function readFields<Declared extends Fields>(
  source: JsonObject,
  fields: Declared,
  place: 'body' | 'query' = 'body',
): FieldsRead<Declared> {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  let unstorable = false;
  for (const name of new Set([...Object.keys(fields), ...Object.keys(source)])) {
    const value = own(source, name);
    const room = Math.max(1, MAX_FAULTS - faults.length);
    const texts = value === undefined ? [] : unstorableTexts({ [name]: value }, [place], room);
    const field = own(fields, name);
    if (texts.length > 0) {
      unstorable = true;
      faults.push(...texts);
    } else if (field !== undefined) {
      const reading = field.read(value, [place, name]);
      if (reading.ok) values[name] = reading.value;
      else faults.push(...reading.faults);
    }
  }
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MAX_FAULTS), unstorable };
  return { ok: true, values: values as ValuesOf<Declared> };
}

/** An object inside the body. `readFields` has already checked that its texts can be stored. */
export function dict<Declared extends Fields>(fields: Declared): Rule<ValuesOf<Declared>> {
  return {
    schema: objectSchema(fields),
    read(value, loc) {
      if (!isJsonObject(value)) {
        return bad({ type: 'dict_type', loc, msg: 'Input should be a valid dictionary', input: value });
      }
      const faults: Fault[] = [];
      const values: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        const reading = field.read(own(value, name), [...loc, name]);
        if (reading.ok) values[name] = reading.value;
        else faults.push(...reading.faults);
      }
      return faults.length > 0 ? { ok: false, faults } : good(values as ValuesOf<Declared>);
    },
  };
}

export function objectSchema(fields: Fields): JsonSchema {
  const names = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    ...(names.length > 0 ? { required: names } : {}),
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  };
}

export function required<Value>(rule: Rule<Value>, doc?: string): Field<Value> {
  return {
    required: true,
    schema: described(rule.schema, doc),
    read: (value, loc) => (value === undefined ? bad(missing(loc)) : rule.read(value, loc)),
  };
}

export function optional<Value>(rule: Rule<Value>, doc?: string): Field<Value | undefined> {
  return withDefault(rule, undefined, doc);
}

/** Null means the same as absent. */
export function nullable<Value>(rule: Rule<Value>, doc?: string): Field<Value | null> {
  return {
    required: false,
    schema: described(orNull(rule.schema), doc),
    read: (value, loc) => (value === undefined || value === null ? good(null) : rule.read(value, loc)),
  };
}

/** Null does not mean absent here: the rule judges it, and mostly refuses it. */
export function withDefault<Value, Absent>(
  rule: Rule<Value>,
  absent: Absent,
  doc?: string,
): Field<Value | Absent> {
  const schemaDefault = absent === undefined ? {} : { default: absent as Json };
  return {
    required: false,
    schema: { ...described(rule.schema, doc), ...schemaDefault },
    read: (value, loc) => (value === undefined ? good(absent) : rule.read(value, loc)),
  };
}

export function missing(loc: Fault['loc']): Fault {
  return { type: 'missing', loc, msg: 'Field required', input: null };
}

function own<Value>(source: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

function described(schema: JsonSchema, doc: string | undefined): JsonSchema {
  return doc === undefined ? schema : { ...schema, description: doc };
}

function orNull(schema: JsonSchema): JsonSchema {
  const choices = schema['enum'];
  return {
    ...schema,
    type: [schema['type'] ?? 'string', 'null'],
    ...(Array.isArray(choices) ? { enum: [...(choices as readonly Json[]), null] } : {}),
  };
}
