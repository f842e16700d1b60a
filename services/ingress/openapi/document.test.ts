import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../../schemas/values/canonical-json';
import { errorStatus } from '../../../schemas/api/errors';
import { parseJsonBody } from '../../shared/requests/json-body';
import { readPushRequest } from '../push/push-request';
import { openApiDocument } from './document';
import { COMMON_ERRORS, OPERATIONS } from '../operations/operations';

const document = openApiDocument();
const schemas = (document['components'] as JsonObject)['schemas'] as JsonObject;

describe('the OpenAPI document', () => {
  it('is version 0.1.0 of every operation (ERR-20)', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '0.1.0' } });
    const paths = document['paths'] as Record<string, JsonObject>;
    expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/api/v1/messages', ['post', 'get']],
      ['/api/v1/messages/batch', ['post']],
      ['/api/v1/messages/{public_id}/sms', ['post']],
      ['/api/v1/messages/{public_id}/whatsapp', ['post']],
      ['/api/v1/messages/{public_id}/retract', ['post']],
      ['/api/v1/messages/{public_id}', ['get']],
      ['/api/v1/credits', ['get']],
      ['/api/v1/recipients/{email}/sms', ['get']],
      ['/api/v1/recipients/{email}/phone', ['put', 'delete']],
      ['/api/v1/recipients/{email}/whatsapp/erase', ['post']],
      ['/api/v1/recipients/{email}/erase', ['post']],
      ['/api/v1/keys', ['get', 'post']],
      ['/api/v1/keys/{key_id}', ['delete']],
      ['/api/v1/webhook-endpoints', ['get', 'post']],
      ['/api/v1/webhook-endpoints/{public_id}', ['delete']],
      ['/api/v1/webhook-endpoints/{public_id}/test', ['post']],
    ]);
  });

  it('contains everything that it refers to', () => {
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(references).not.toEqual([]);
    for (const reference of new Set(references)) expect(schemas).toHaveProperty(reference.split('/')[3]!);
  });

  it('describes a push by the rules that validate it', () => {
    expect(schemas['PushMessageRequest']).toMatchObject({
      required: ['recipient_email', 'subject', 'body'],
      properties: {
        recipient_email: { type: 'string', format: 'email' },
        subject: { type: 'string', minLength: 1, maxLength: 300 },
        body: { type: 'string', minLength: 1, maxLength: 10_000 },
        recipient_phone: { type: ['string', 'null'] },
        channels: { type: ['array', 'null'], items: { enum: ['email', 'sms', 'whatsapp'] } },
        whatsapp_opt_in: { type: ['object', 'null'] },
        sms_if_whatsapp_fails: { type: 'boolean', default: false },
        reference: { type: ['string', 'null'], pattern: '^[A-Za-z0-9#_./-]{0,100}$' },
        order_status: { type: ['string', 'null'], maxLength: 50 },
        kind: { enum: ['one_off', 'updateable'], default: 'one_off' },
        notify: { type: ['boolean', 'null'] },
        send_at: { type: ['string', 'null'], format: 'date-time' },
        escalate_if_unread_after_minutes: { type: ['integer', 'null'], minimum: 5, maximum: 10_080 },
        obsoletes: { type: 'array', maxItems: 100 },
      },
    });
  });

  it('shows an example that passes validation', () => {
    const [example] = OPERATIONS.flatMap(({ body }) => (body === undefined ? [] : [body.example]));
    const body = parseJsonBody(Buffer.from(JSON.stringify(example)));
    expect(readPushRequest(body).ok).toBe(true);
  });

  it('gives the list its parameters, none of which can be null', () => {
    const { parameters } = operation('/api/v1/messages', 'get') as { parameters: JsonObject[] };
    expect(parameters.map(({ name, schema }) => [name, schema])).toEqual([
      ['recipient_email', { type: 'string', format: 'email', maxLength: 254 }],
      ['limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }],
      ['cursor', { type: 'string', maxLength: 100 }],
      ['X-Request-Id', { type: 'string' }],
    ]);
  });

  it('requires the Idempotency-Key exactly where an operation needs it (IDEM-1)', () => {
    const asking = OPERATIONS.flatMap(({ id, path, method }) => {
      const { parameters } = operation(path, method) as { parameters: JsonObject[] };
      const key = parameters.find(({ name }) => name === 'Idempotency-Key');
      return key === undefined ? [] : [[id, (key['schema'] as JsonObject)['maxLength']]];
    });
    expect(Object.fromEntries(asking)).toEqual({
      pushMessage: 255,
      pushBatch: 252,
      resendSms: 255,
      resendWhatsapp: 255,
      retractMessage: 255,
      eraseRecipientWhatsapp: 255,
      eraseRecipient: 255,
    });
  });

  it.each([
    ['/api/v1/messages', 'The body is larger than 2 MiB'],
    ['/api/v1/messages/batch', 'The body is larger than 8 MiB'],
  ])('says how large a body may be: %s (LIMIT-4)', (path, words) => {
    const { responses } = operation(path, 'post') as { responses: Record<string, JsonObject> };
    expect(responses['413']?.['description']).toContain(words);
  });

  it.each([
    ['post', '/api/v1/messages', [201, 400, 401, 403, 404, 408, 409, 413, 422, 429, 431, 500, 503]],
    ['get', '/api/v1/messages', [200, 400, 401, 403, 408, 413, 422, 429, 431, 500, 503]],
    ['get', '/api/v1/messages/{public_id}', [200, 400, 401, 403, 404, 408, 413, 422, 429, 431, 500, 503]],
    ['get', '/api/v1/credits', [200, 400, 401, 403, 408, 413, 422, 429, 431, 500, 503]],
  ])('names every answer of %s %s', (method, path, statuses) => {
    const { responses } = operation(path, method);
    expect(Object.keys(responses as JsonObject).map(Number)).toEqual(statuses);
  });

  it('names only errors that docs/api.md names', () => {
    const documented = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'api.md'), 'utf8');
    const codes = new Set([...COMMON_ERRORS, ...OPERATIONS.flatMap(({ errors }) => errors)]);
    expect([...codes].filter((code) => !documented.includes(`\`${code}\``))).toEqual([]);
  });

  it('has every error code under its own status (ERR-1)', () => {
    for (const { path, method } of OPERATIONS) {
      const { responses } = operation(path, method);
      for (const [status, response] of Object.entries(responses as JsonObject)) {
        for (const code of codesIn(response)) {
          expect([code, errorStatus[code as keyof typeof errorStatus]]).toEqual([code, Number(status)]);
        }
      }
    }
  });

  it('requires every field of every answer (MSG-13)', () => {
    for (const name of [
      'PushResult',
      'MessageView',
      'MessageSummary',
      'Delivery',
      'PaidDelivery',
      'CreditBalance',
      'WebhookEndpoint',
      'WebhookEndpointList',
      'WebhookTestResult',
    ]) {
      const { required, properties } = schemas[name] as { required: string[]; properties: JsonObject };
      expect([name, [...required].sort()]).toEqual([name, Object.keys(properties).sort()]);
    }
  });
});

function operation(path: string, method: string): JsonObject {
  return (document['paths'] as Record<string, Record<string, JsonObject>>)[path]![method]!;
}

function codesIn(response: Json): string[] {
  const enumeration = /"error_code":\{"type":"string","enum":\[(.*?)\]/;
  const found = enumeration.exec(JSON.stringify(response))?.[1] ?? '';
  return found === '' ? [] : (JSON.parse(`[${found}]`) as string[]);
}
