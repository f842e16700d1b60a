import type { HttpRequest } from '../../shared/http/route';
import type { JsonBody } from '../../shared/requests/json-body';
import { readFields, type Fields, type FieldsRead } from '../../shared/requests/validation';
import { ignoredQueryFaults } from './ignored-query';

/** The fields of a body; what is wrong in the query is told with what is wrong in them (D13). */
export function readBody<Declared extends Fields>(
  request: HttpRequest,
  body: JsonBody,
  fields: Declared,
): FieldsRead<Declared> {
  const query = ignoredQueryFaults(request);
  if (body.outcome === 'fault') {
    return { ok: false, faults: [...query, body.fault], unstorable: body.unstorable };
  }
  const read = readFields(body.value, fields);
  if (query.length === 0) return read;
  const others = read.ok ? { faults: [], unstorable: false } : read;
  return { ok: false, faults: [...query, ...others.faults], unstorable: others.unstorable };
}
