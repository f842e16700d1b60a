import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { isJsonObject, type Json, type JsonObject } from '../../schemas/values/canonical-json';
import { openApiDocument } from '../../services/ingress/openapi/document';

/** As much of an answer as the document speaks of. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Fails unless the document has this answer for the operation: its status, its body and its headers. */
export function expectDocumented(operationId: string, { status, headers, text }: Answer): void {
  const response = operations.get(operationId)?.get(status)?.();
  if (response === undefined) {
    throw new Error(`${operationId}: status ${String(status)} is not documented; the body was ${text}`);
  }
  expect({ operationId, status, contentType: headers.get('content-type') }).toEqual({
    operationId,
    status,
    contentType: response.body === null ? null : 'application/json',
  });
  if (response.body === null) expect([operationId, text]).toEqual([operationId, '']);
  else if (!response.body(JSON.parse(text))) {
    const faults = ajv.errorsText(response.body.errors);
    throw new Error(`${operationId}: the body of ${String(status)} is not as documented: ${faults}\n${text}`);
  }
  for (const [name, { required, matches }] of response.headers) {
    const value = headers.get(name);
    if (value === null ? required : !matches(value)) {
      throw new Error(`${operationId}: ${String(status)} came with the header ${name}: ${String(value)}`);
    }
  }
}

interface DocumentedAnswer {
  /** Null where there is none. */
  readonly body: ValidateFunction | null;
  readonly headers: ReadonlyMap<string, { required: boolean; matches(value: string): boolean }>;
}

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
// D1: one way to write a moment, whatever the format would allow.
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addFormat('email', true);
// Where the references of the document lead.
ajv.addKeyword('components');

const operations = documented(withoutRoomForMore(openApiDocument()) as JsonObject);

function documented(document: JsonObject): Map<string, Map<number, () => DocumentedAnswer>> {
  const components = document['components'] as JsonObject;
  const methods = Object.values(document['paths'] as JsonObject).flatMap((path) =>
    Object.values(path as JsonObject),
  );
  return new Map(
    (methods as JsonObject[]).map(({ operationId, responses }) => [
      operationId as string,
      new Map(
        Object.entries(responses as JsonObject).map(([status, response]) => [
          Number(status),
          compiledOnce(response as JsonObject, components),
        ]),
      ),
    ]),
  );
}

/** When it is first asked for: a test sees few of all answers, and compiling them all takes most of a second. */
function compiledOnce(response: JsonObject, components: JsonObject): () => DocumentedAnswer {
  let compiled: DocumentedAnswer | undefined;
  return () => (compiled ??= compile(response, components));
}

function compile(response: JsonObject, components: JsonObject): DocumentedAnswer {
  const content = (response['content'] as JsonObject | undefined)?.['application/json'] as
    JsonObject | undefined;
  return {
    body: content === undefined ? null : ajv.compile({ ...(content['schema'] as JsonObject), components }),
    headers: new Map(
      Object.entries(response['headers'] as JsonObject).map(([name, header]) => {
        const { required, schema } = header as JsonObject;
        const check = ajv.compile(schema as JsonObject);
        const isNumber = (schema as JsonObject)['type'] === 'integer';
        return [
          name,
          { required: required === true, matches: (value) => check(isNumber ? Number(value) : value) },
        ];
      }),
    ),
  };
}

/** Clients are told to expect new fields; the tests are not: a field that nobody wrote down is a mistake. */
function withoutRoomForMore(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(withoutRoomForMore);
  if (!isJsonObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, withoutRoomForMore(member)]),
  );
  return inner['type'] === 'object' && inner['properties'] !== undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}
