import { errorStatus, faultTypes, type ErrorCode } from '../../../schemas/api/errors';
import type { JsonSchema } from '../../../schemas/values/rule';
import type { ApiOperation } from '../operations/operation';
import { responseHeaders } from './headers';
import { schemaReference } from './response-schemas';

/** The error answers of an operation, by status. */
export function errorResponses(
  codes: readonly ErrorCode[],
  { idempotent, maxBodyBytes = 2 * MiB }: Pick<ApiOperation, 'idempotent' | 'maxBodyBytes'>,
): Record<string, JsonSchema> {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errorStatus[code] === status);
      const response: JsonSchema = {
        description: `${meaningOf(status, maxBodyBytes)} ${here.map((code) => `\`${code}\``).join(', ')}`,
        headers: responseHeaders(status, idempotent),
        content: { 'application/json': { schema: errorSchema(here) } },
      };
      return [String(status), response];
    }),
  );
}

/** Every error has a code; a validation failure lists all its faults as well. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ValidationError: {
    type: 'object',
    required: ['error_code', 'detail'],
    properties: {
      error_code: { const: 'common.validation_failed' },
      detail: { type: 'array', minItems: 1, items: { $ref: schemaReference('Fault') } },
    },
  },
  Fault: {
    type: 'object',
    required: ['type', 'loc', 'msg', 'input'],
    properties: {
      type: { type: 'string', enum: [...faultTypes] },
      loc: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Where the fault is: `body`, `query`, `path` or `header`, then the path to the value.',
      },
      msg: { type: 'string' },
      input: { description: 'What was sent; null where the value is missing.' },
    },
  },
};

function errorSchema(codes: readonly ErrorCode[]): JsonSchema {
  const plain = codes.filter((code) => code !== 'common.validation_failed');
  const schema: JsonSchema = {
    type: 'object',
    required: ['error_code'],
    properties: { error_code: { type: 'string', enum: plain } },
  };
  if (plain.length === codes.length) return schema;
  return { oneOf: [{ $ref: schemaReference('ValidationError') }, schema] };
}

function meaningOf(status: number, maxBodyBytes: number): string {
  if (status === 413) return `The body is larger than ${maxBodyBytes / MiB} MiB; the connection is closed.`;
  return MEANING[status] ?? '';
}

const MiB = 1024 * 1024;

const MEANING: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP.',
  401: 'The API key is missing, malformed or revoked.',
  403: 'The business is deactivated, or the key lacks the scope.',
  404: 'There is no such id. An id of another business is answered in the same way.',
  408: 'The request took too long to arrive.',
  409: 'The Idempotency-Key was used with another body, its first request is still running, or stored data forbids it.',
  422: 'The request is at fault; all its faults are listed.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'A fault of the service. Retry with the same Idempotency-Key.',
  503: 'The service is unavailable or busy. Retry with the same Idempotency-Key.',
};
