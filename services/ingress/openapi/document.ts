import type { JsonSchema } from '../../../schemas/values/rule';
import type { Fields } from '../../../schemas/values/fields';
import { ERROR_SCHEMAS, errorResponses } from './error-responses';
import { idempotencyKey, REQUEST_ID, responseHeaders } from './headers';
import type { ApiOperation } from '../operations/operation';
import { COMMON_ERRORS, OPERATIONS } from '../operations/operations';
import { responseSchemas, schemaReference } from './response-schemas';

/** Builds the OpenAPI 3.1 document of the merchant API from the declarations that requests are read by. */
export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nudgeline',
      version: '0.1.0',
      description:
        'Order updates for your customers: stored in an inbox, with nudges by email, SMS and WhatsApp that lead to it. Fields and values of enumerations may be added at any time; ignore those you do not know.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `osk_` and 46 characters.' },
      },
      schemas: {
        ...Object.fromEntries(
          OPERATIONS.flatMap((operation) =>
            operation.body === undefined ? [] : [[bodyName(operation), operation.body.schema]],
          ),
        ),
        ...responseSchemas(),
        ...ERROR_SCHEMAS,
      },
    },
  };
}

function paths(): JsonSchema {
  const byPath: Record<string, JsonSchema> = {};
  for (const operation of OPERATIONS) {
    byPath[operation.path] = { ...byPath[operation.path], [operation.method]: describe(operation) };
  }
  return byPath;
}

function describe(operation: ApiOperation): JsonSchema {
  const { id, summary, description, body, idempotent, success, errors } = operation;
  return {
    operationId: id,
    summary,
    description,
    parameters: [
      ...pathParameters(operation.pathParameters),
      ...queryParameters(operation.query),
      ...(idempotent ? [idempotencyKey(operation.maxKeyLength)] : []),
      REQUEST_ID,
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.isOptional !== true,
            content: {
              'application/json': {
                schema: { $ref: schemaReference(bodyName(operation)) },
                example: body.example,
              },
            },
          },
        }),
    responses: {
      [success.status]: {
        description: success.doc,
        headers: responseHeaders(success.status, idempotent),
        ...(success.shape === null
          ? {}
          : { content: { 'application/json': { schema: { $ref: schemaReference(success.shape) } } } }),
      },
      ...errorResponses([...COMMON_ERRORS, ...errors], operation),
    },
  };
}

function bodyName({ id }: ApiOperation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;
}

function pathParameters(parameters: Readonly<Record<string, string>>): JsonSchema[] {
  return Object.entries(parameters).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }));
}

/** A query cannot spell null: a parameter is present or absent. */
function queryParameters(fields: Fields): JsonSchema[] {
  return Object.entries(fields).map(([name, { required, schema }]) => {
    const { description = '', type, ...rest } = schema;
    const single = Array.isArray(type) ? (type as readonly string[])[0]! : type;
    return { name, in: 'query', required, description, schema: { type: single ?? 'string', ...rest } };
  });
}
