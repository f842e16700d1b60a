import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { operate } from '../fixtures/merchant';
import { expectDocumented as expectAsDocumented, type Answer } from '../fixtures/openapi-conformance';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let ingressUrl: string;
let apiKey: string;
let keys = 0;

beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
  const [pipeline, operator, ingress] = [
    world.start('pipeline', 'ledger'),
    world.start('console'),
    world.start('ingress'),
  ];
  await pipeline.ready();
  // A rate so high that its limit hides no fault.
  const body = { name: 'Bloom & Co', requests_per_second: 100_000, burst: 1_000_000, default_country: 'DE' };
  const made = await operate(`${await operator.ready()}/admin/v1/businesses`, { method: 'POST', body });
  expect(made.status).toBe(201);
  apiKey = made.body['api_key'] as string;
  ingressUrl = await ingress.ready();
});
afterAll(() => world.close());

test('an answer that is not documented fails the test', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'x-request-id': 'r1' });
  const balance = { balance: 1, low_balance: true, threshold: 100 };
  const check = (status: number, body: object) => {
    expectAsDocumented('getCredits', { status, headers, text: JSON.stringify(body) });
  };
  expect(() => check(200, balance)).not.toThrow();
  expect(() => check(200, { ...balance, balance: '1' })).toThrow('not as documented');
  expect(() => check(200, { ...balance, more: 1 })).toThrow('not as documented');
  expect(() => check(404, { error_code: 'message.not_found' })).toThrow('not documented');
  expect(() => check(503, { error_code: 'service.unavailable' })).toThrow('Retry-After');
});

test('the answer to a push with any body is documented', async () => {
  const body = fc.oneof(
    fc.json().map(Buffer.from),
    fc.uint8Array({ maxLength: 200 }).map(Buffer.from),
    fc
      .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
      .map((value) => Buffer.from(JSON.stringify(value))),
  );
  await forAny(body, 20, async (bytes) => {
    const answer = await push(newKey(), bytes);
    expectDocumented('pushMessage', answer);
    expect(answer.status).toBe(422);
  });
});

test('a push with one field gone wrong is accepted or refused, and a repeat gets the same answer', async () => {
  await forAny(fc.tuple(validPush(), mutation()), 40, async ([fields, mutate]) => {
    const key = newKey();
    const text = JSON.stringify(mutate(fields));
    const first = await push(key, Buffer.from(text));
    expectDocumented('pushMessage', first);
    expect([201, 422]).toContain(first.status);
    const again = await push(key, Buffer.from(reversed(text)));
    expectDocumented('pushMessage', again);
    // A refusal of text that cannot be stored is not kept, so its faults come in the order of the repeated body.
    if (first.text.includes('text must not contain')) expect(again.status).toBe(422);
    else expect([again.status, again.text]).toEqual([first.status, first.text]);
  });
});

test('the answer to any query of a list, a message or the balance is documented', async () => {
  const query = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc
      .record({ name: fc.constantFrom('limit', 'cursor', 'recipient_email', 'x'), value: parameter() })
      .map(({ name, value }) => `${name}=${value}`),
  );
  await forAny(fc.tuple(query, parameter()), 30, async ([asked, id]) => {
    const list = await get(`/api/v1/messages?${pathSafe(asked)}`);
    expectDocumented('listMessages', list);
    expect([200, 422]).toContain(list.status);
    const one = await get(`/api/v1/messages/${pathSafe(id).replaceAll('?', '')}`);
    if (id !== '') expectDocumented('getMessage', one);
    const balance = await get(`/api/v1/credits?${pathSafe(asked)}`);
    expectDocumented('getCredits', balance);
    expect([200, 422]).toContain(balance.status);
  });
});

test('the answer to any headers is documented', async () => {
  const value = fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map(headerCharacter),
    maxLength: 300,
  });
  const names = ['authorization', 'idempotency-key', 'x-request-id', 'content-type', 'accept', 'x-other'];
  await forAny(fc.dictionary(fc.constantFrom(...names), value), 20, async (headers) => {
    const sent = { authorization: `Bearer ${apiKey}`, 'idempotency-key': newKey(), ...headers };
    expectDocumented('pushMessage', await ask('POST', '/api/v1/messages', sent, Buffer.from('{}')));
    expectDocumented('listMessages', await ask('GET', '/api/v1/messages?limit=1', sent));
  });
});

/** The document also lists 500 and 503 for an outage. Here there is none. */
function expectDocumented(operationId: string, answer: Answer): void {
  expect([operationId, answer.status < 500, answer.text]).toEqual([operationId, true, answer.text]);
  expectAsDocumented(operationId, answer);
}

/**
 * Ten at once in each run, because a push mostly waits for the log. The seed is fixed, so that a failure can be
 * repeated.
 */
async function forAny<Value>(
  arbitrary: fc.Arbitrary<Value>,
  numRuns: number,
  holds: (value: Value) => Promise<void>,
): Promise<void> {
  const ten = fc.array(arbitrary, { minLength: 1, maxLength: 10, size: 'max' });
  await fc.assert(
    fc.asyncProperty(ten, async (values) => {
      await Promise.all(values.map(holds));
    }),
    { numRuns, seed: 20_261_115 },
  );
}

/** Every field that a push can have, each within its rules. */
function validPush(): fc.Arbitrary<Record<string, unknown>> {
  const orNull = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { nil: null });
  const soon = fc
    .integer({ min: 1, max: 89 })
    .map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  return fc.record(
    {
      recipient_email: fc.constantFrom('ada@example.com', ' Bob@Example.com ', 'müller@münchen.de'),
      subject: fc.string({ minLength: 1, maxLength: 300 }).map((text) => `S${text}`.slice(0, 300)),
      body: fc.string({ maxLength: 500 }).map((text) => `B${text}`),
      recipient_phone: orNull(fc.constantFrom('+4915112345678', '0151 12345678')),
      channels: orNull(fc.array(fc.constantFrom('email', 'sms', 'whatsapp'), { maxLength: 4 })),
      sms_if_whatsapp_fails: fc.boolean(),
      reference: orNull(fc.stringMatching(/^[A-Za-z0-9#_./-]{0,100}$/)),
      order_status: orNull(fc.constantFrom('shipped', 'delivered', 'lost')),
      kind: fc.constantFrom('one_off', 'updateable'),
      notify: orNull(fc.boolean()),
      send_at: orNull(soon),
      escalate_if_unread_after_minutes: orNull(fc.integer({ min: 5, max: 10_080 })),
      obsoletes: fc.array(fc.string(), { maxLength: 5 }),
    },
    { requiredKeys: ['recipient_email', 'subject', 'body'] },
  );
}

type Mutation = (fields: Record<string, unknown>) => Record<string, unknown>;

function mutation(): fc.Arbitrary<Mutation> {
  const field = fc.constantFrom(
    ...['recipient_email', 'subject', 'body', 'recipient_phone', 'channels', 'whatsapp_opt_in', 'reference'],
    ...['sms_if_whatsapp_fails', 'order_status', 'kind', 'notify', 'send_at', 'obsoletes', 'other'],
    'escalate_if_unread_after_minutes',
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.integer().map((size) => 'x'.repeat(Math.abs(size) % 12_000)),
    fc.record(
      { agreed_at: fc.jsonValue(), source: fc.jsonValue(), wording: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  );
  return fc.oneof(
    fc.constant<Mutation>((fields) => fields),
    fc
      .tuple(field, value)
      .map(([name, wrong]) => (fields: Record<string, unknown>) => ({ ...fields, [name]: wrong })),
  );
}

/** A value of a query or path, encoded well or badly. */
function parameter(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
    fc.stringMatching(/^(%[0-9A-Fa-f]{2}|%|[a-z]){0,8}$/),
    fc.integer().map(String),
  );
}

/** Only characters that may be in the first line of a request. Node refuses to send any other. */
function pathSafe(text: string): string {
  return text.replace(/[^!-~]|#/g, '_').replaceAll('/', '_');
}

function headerCharacter(code: number): string {
  return String.fromCharCode(code === 0x7f ? 0x7e : code);
}

/** The same value with the keys of every object in reverse order. */
function reversed(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ),
  );
}

function newKey(): string {
  keys += 1;
  return `fuzz-${String(keys)}`;
}

function push(key: string, body: Buffer): Promise<Answer> {
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': key };
  return ask('POST', '/api/v1/messages', headers, body);
}

function get(path: string): Promise<Answer> {
  return ask('GET', path, { authorization: `Bearer ${apiKey}` });
}

/** Not `fetch`, which would correct URLs and headers before it sends them. */
function ask(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
  const { hostname, port } = new URL(ingressUrl);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const received = new Headers(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        );
        resolve({ status: response.statusCode ?? 0, headers: received, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
