import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import type { JsonObject } from '../../../schemas/values/canonical-json';
import { parseJsonBody } from '../../shared/requests/json-body';
import { parseQuery } from '../../shared/requests/query';
import { readFields, type Fields, type ValuesOf } from '../../../schemas/values/fields';

/** Reads the fields of the body and handles them, or answers with everything that is wrong with them. */
export async function withBody<Declared extends Fields>(
  { body }: HttpRequest,
  fields: Declared,
  handle: (values: ValuesOf<Declared>) => HttpReply | Promise<HttpReply>,
): Promise<HttpReply> {
  // An empty body means the same as an empty object.
  const parsed = parseJsonBody(body.length === 0 ? EMPTY : body);
  if (parsed.outcome === 'fault') return validationReply([parsed.fault]);
  return withFields(parsed.value, fields, handle);
}

/** Reads the parameters of the query in the same way. A parameter without a value counts as missing. */
export async function withQuery<Declared extends Fields>(
  { rawQuery }: HttpRequest,
  fields: Declared,
  handle: (values: ValuesOf<Declared>) => HttpReply | Promise<HttpReply>,
): Promise<HttpReply> {
  const query = parseQuery(rawQuery);
  if (query.outcome === 'faults') return validationReply(query.faults);
  const given = Object.entries(query.values).filter(([, value]) => value !== '');
  const read = readFields(Object.fromEntries(given), fields, 'query');
  return read.ok ? handle(read.values) : validationReply(read.faults);
}

const EMPTY = Buffer.from('{}');

async function withFields<Declared extends Fields>(
  source: JsonObject,
  fields: Declared,
  handle: (values: ValuesOf<Declared>) => HttpReply | Promise<HttpReply>,
): Promise<HttpReply> {
  const read = readFields(source, fields);
  return read.ok ? handle(read.values) : validationReply(read.faults);
}
