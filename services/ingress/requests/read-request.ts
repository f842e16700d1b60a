import type { HttpRequest } from '../../shared/http/route';
import type { JsonBody } from '../../shared/requests/json-body';
import { readBody } from '../../shared/requests/read-body';
import type { Fields, FieldsRead } from '../../../schemas/values/fields';
import { ignoredQueryFaults } from '../../shared/requests/ignored-query';

/** Reads the fields of a body. Faults of the query are reported together with those of the body (ERR-9). */
export function readRequest<Declared extends Fields>(
  request: HttpRequest,
  body: JsonBody,
  fields: Declared,
): FieldsRead<Declared> {
  const query = ignoredQueryFaults(request);
  const read = readBody(body, fields);
  if (query.length === 0) return read;
  if (read.ok) return { ok: false, faults: query, unstorable: false };
  return { ...read, faults: [...query, ...read.faults] };
}
