import type { JsonSchema } from '../../../schemas/values/rule';

/** The headers that an answer of this status has, or may have. */
export function responseHeaders(status: number, idempotent: boolean): Record<string, JsonSchema> {
  const limited = status === 429;
  return {
    'X-Request-Id': header('Names this request in our logs; your own, if it was sent and plain.', true),
    ...(status === 401 ? { 'WWW-Authenticate': header('`Bearer`.', true) } : {}),
    ...(limited || status === 503 ? { 'Retry-After': whole('Seconds to wait.', true) } : {}),
    ...(limited
      ? {
          'RateLimit-Limit': whole('Requests that may come at once.', true),
          'RateLimit-Remaining': whole('How many of them are left.', true),
          'RateLimit-Reset': whole('Seconds until all of them are there again.', true),
        }
      : {}),
    ...(idempotent && REPLAYABLE.has(status)
      ? {
          'Idempotent-Replayed': {
            description: 'The key was spent before: this is the first answer again, and nothing was done.',
            schema: { type: 'string', const: 'true' },
          },
        }
      : {}),
  };
}

/** The header of an idempotent operation. */
export function idempotencyKey(maxLength = 255): JsonSchema {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Your own name for this write, remembered for 24 hours. Retry with the same key and body.',
    schema: { type: 'string', minLength: 1, maxLength },
  };
}

/** What any request may bring. */
export const REQUEST_ID: JsonSchema = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Your own id for this request: up to 128 letters, digits and `_ . : -`. Any other is passed over.',
  schema: { type: 'string' },
};

const REPLAYABLE = new Set([200, 201, 404, 422]);

function header(description: string, required: boolean): JsonSchema {
  return { description, required, schema: { type: 'string' } };
}

function whole(description: string, required: boolean): JsonSchema {
  return { description, required, schema: { type: 'integer', minimum: 0 } };
}
