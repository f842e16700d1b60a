import type { JsonBody } from './json-body';
import { readFields, type Fields, type FieldsRead } from '../../../schemas/values/fields';

/** Reads the fields of a body, or collects all its faults. */
export function readBody<Declared extends Fields>(body: JsonBody, fields: Declared): FieldsRead<Declared> {
  if (body.outcome === 'fault') return { ok: false, faults: [body.fault], unstorable: body.unstorable };
  return readFields(body.value, fields);
}
