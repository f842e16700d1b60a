import { isJsonObject, type Json, type JsonObject } from '../../../schemas/values/canonical-json';
import type { JsonSchema } from '../../../schemas/values/rule';

/** An operation of the OpenAPI document, reduced to what the page shows. */
export interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly body: { readonly schema: JsonSchema; readonly example: Json } | undefined;
  readonly responses: readonly DocumentedResponse[];
}

export interface DocumentedParameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly doc: string;
  readonly schema: JsonSchema;
}

export interface DocumentedResponse {
  readonly status: string;
  readonly doc: string;
  readonly schema: JsonSchema | undefined;
  readonly headers: readonly string[];
}

export function operationsOf(document: JsonSchema): Documented[] {
  return members(document['paths']).flatMap(([path, item]) =>
    members(item).map(([method, operation]) => documented(path, method, asObject(operation))),
  );
}

function documented(path: string, method: string, operation: JsonObject): Documented {
  const { requestBody, parameters } = operation;
  return {
    id: asText(operation['operationId']),
    method,
    path,
    summary: asText(operation['summary']),
    description: asText(operation['description']),
    parameters: (Array.isArray(parameters) ? (parameters as readonly Json[]) : []).map((given) => {
      const { name, in: place, required, description, schema } = asObject(given);
      return {
        name: asText(name),
        place: asText(place),
        required: required === true,
        doc: asText(description),
        schema: asObject(schema),
      };
    }),
    body: requestBody === undefined ? undefined : bodyOf(jsonContent(requestBody)),
    responses: members(operation['responses']).map(([status, response]) =>
      responseOf(status, asObject(response)),
    ),
  };
}

function bodyOf({ schema, example }: JsonObject): Documented['body'] {
  return { schema: asObject(schema), example: example ?? null };
}

function responseOf(status: string, response: JsonObject): DocumentedResponse {
  const { schema = {} } = jsonContent(response);
  // Of several shapes, take the first: it is the one with fields to show.
  const [first] = Array.isArray(asObject(schema)['oneOf'])
    ? (asObject(schema)['oneOf'] as readonly Json[])
    : [schema];
  return {
    status,
    doc: asText(response['description']),
    schema: asObject(first),
    headers: members(response['headers']).map(([name]) => name),
  };
}

function jsonContent(holder: Json): JsonObject {
  return asObject(asObject(asObject(holder)['content'])['application/json']);
}

function members(value: Json | undefined): [string, Json][] {
  return Object.entries(asObject(value));
}

function asObject(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
