import type { JsonSchema } from '../../../schemas/values/rule';

/** The headers that an answer with this status always or sometimes has. */
export function responseHeaders(status: number, idempotent: boolean): Record<string, JsonSchema> {
  const limited = status === 429;
  return {
    'X-Request-Id': header('Id of this request in our logs. It is your own if you sent a valid one.', true),
    ...(status === 401 ? { 'WWW-Authenticate': header('`Bearer`.', true) } : {}),
    ...(limited || status === 503 ? { 'Retry-After': whole('Seconds to wait.', true) } : {}),
    ...(limited
      ? {
          'RateLimit-Limit': whole('Requests that may arrive at once (the burst).', true),
          'RateLimit-Remaining': whole('Requests of the burst that are left.', true),
          'RateLimit-Reset': whole('Seconds until the whole burst is available again.', true),
        }
      : {}),
    ...(idempotent && REPLAYABLE.has(status)
      ? {
          'Idempotent-Replayed': {
            description: 'The key was spent before. This is the first answer again, and nothing was done.',
            schema: { type: 'string', const: 'true' },
          },
        }
      : {}),
  };
}

/** The `Idempotency-Key` header of an operation that needs one. */
export function idempotencyKey(maxLength = 255): JsonSchema {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Your own id for this write, remembered for 24 hours. Retry with the same key and body.',
    schema: { type: 'string', minLength: 1, maxLength },
  };
}

/** The `X-Request-Id` header, which every request may have. */
export const REQUEST_ID: JsonSchema = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Your own id for this request: up to 128 letters, digits and `_ . : -`. Any other is ignored.',
  schema: { type: 'string' },
};

const REPLAYABLE = new Set([200, 201, 404, 422]);

function header(description: string, required: boolean): JsonSchema {
  return { description, required, schema: { type: 'string' } };
}

function whole(description: string, required: boolean): JsonSchema {
  return { description, required, schema: { type: 'integer', minimum: 0 } };
}
