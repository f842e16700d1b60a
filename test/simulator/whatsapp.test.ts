import { valueSignedBy } from '../fixtures/callback-receiver';
import { request, type FetchedReply } from '../fixtures/merchant';
import { CREDENTIALS, openSimulator, type Simulator } from '../fixtures/simulator';

const { META_ACCESS_TOKEN: token, META_APP_SECRET: secret, META_PHONE_NUMBER_ID: number } = CREDENTIALS;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterAll(() => simulator.close());

test('a delivered message is on the phone, and is reported as sent, then as delivered', async () => {
  const { status, body } = await submit('4915112345601');
  expect(status).toBe(200);
  expect(body).toEqual({
    messaging_product: 'whatsapp',
    contacts: [{ input: '4915112345601', wa_id: '4915112345601' }],
    messages: [{ id: expect.stringMatching(/^wamid\./) }],
  });
  expect(await simulator.items('/sim/whatsapp?to=%2B4915112345601')).toEqual([
    {
      at: expect.any(String),
      id: wamidOf(body),
      to: '+4915112345601',
      from: number,
      text: expect.stringContaining(
        'has shipped.\n\nSee the update: http://inbox.test/s/abcdefghijkl',
      ) as unknown,
    },
  ]);
  const reports = await reportsOf(wamidOf(body), 2);
  expect(reports).toEqual(
    ['sent', 'delivered'].map((status) => ({
      id: wamidOf(body),
      status,
      timestamp: expect.stringMatching(/^\d{10}$/),
      recipient_id: '4915112345601',
      biz_opaque_callback_data: 'biz_1:snd_1',
    })),
  );
});

test.each([
  ['read', ['sent', 'delivered', 'read'], undefined, '4915112345602'],
  ['fail_later', ['sent', 'failed'], 131049, '4915112345603'],
  ['not_on_whatsapp', ['failed'], 131026, '4915112345604'],
])('%s: accepted, then reported as %j', async (outcome, statuses, code, to) => {
  await simulator.behave('whatsapp', `+${to}`, outcome);
  const { status, body } = await submit(to);
  expect(status).toBe(200);
  const reports = await reportsOf(wamidOf(body), statuses.length);
  expect(reports.map((report) => report['status'])).toEqual(statuses);
  expect(reports.at(-1)!['errors']).toEqual(
    code === undefined ? undefined : [expect.objectContaining({ code, title: expect.any(String) })],
  );
  expect(await simulator.items(`/sim/whatsapp?to=${to}`)).toHaveLength(outcome === 'read' ? 1 : 0);
});

test('accept_only: the message arrives, and no report follows', async () => {
  await simulator.behave('whatsapp', '+4915112345605', 'accept_only');
  const silent = await submit('4915112345605');
  const after = await submit('4915112345606');
  await reportsOf(wamidOf(after.body), 2);
  expect(simulator.callbacks.having(wamidOf(silent.body))).toEqual([]);
  expect(await simulator.items('/sim/whatsapp?to=4915112345605')).toHaveLength(1);
});

test.each([
  ['refuse', 400, 131030, '4915112345607'],
  ['throttle', 429, 130429, '4915112345608'],
  ['unreachable', 421, 1, '4915112345609'],
])('%s: answered with %i and code %i, and nothing arrives', async (outcome, status, code, to) => {
  await simulator.behave('whatsapp', to, outcome);
  const reply = await submit(to);
  expect([reply.status, reply.body['error']]).toEqual([
    status,
    {
      message: expect.stringContaining(`(#${code})`),
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
      fbtrace_id: expect.any(String),
    },
  ]);
  expect(reply.headers.get('connection')).toBe(outcome === 'unreachable' ? 'close' : 'keep-alive');
  const listed = await simulator.items(`/sim/submissions?channel=whatsapp&to=${to}`);
  const submission = { at: expect.any(String), channel: 'whatsapp', to: `+${to}`, outcome, id: null };
  expect(listed).toEqual(outcome === 'unreachable' ? [] : [submission]);
  expect(await simulator.items(`/sim/whatsapp?to=${to}`)).toEqual([]);
});

test('no_answer: the message is accepted, the sender gets no answer, and late reports settle it', async () => {
  const to = '+4915112345610';
  await simulator.behave('whatsapp', to, 'no_answer');
  await expect(submit('4915112345610')).rejects.toThrow();
  const [submission] = await simulator.items('/sim/submissions?to=4915112345610');
  for (const type of ['delivered', 'read', 'failed']) {
    expect((await simulator.ask('POST', '/sim/whatsapp/events', { to, type })).status).toBe(200);
  }
  const reports = await reportsOf(submission!['id'] as string, 3);
  expect(reports.map((report) => report['status'])).toEqual(['delivered', 'read', 'failed']);
  expect(await simulator.items('/sim/whatsapp?to=4915112345610')).toHaveLength(1);
});

test('a person who writes opens the window for plain text, and may quote', async () => {
  const to = '4915112345611';
  const reply = { type: 'text', text: { body: 'Thank you, we have read it.' } };
  const tooEarly = await submit(to, reply);
  expect(tooEarly.status).toBe(200);
  expect(await reportsOf(wamidOf(tooEarly.body), 1)).toMatchObject([
    { status: 'failed', errors: [{ code: 131047 }] },
  ]);
  expect(await simulator.items(`/sim/whatsapp?to=${to}`)).toEqual([]);

  const written = { from: '+4915112345611', text: 'Wann? – äöü', quotes: 'wamid.quoted' };
  const { status, body } = await simulator.ask('POST', '/sim/whatsapp/inbound', written);
  expect(status).toBe(201);
  const [call] = simulator.callbacks.having(body['id'] as string);
  expect(call!.path).toBe('/whatsapp');
  expect(valueSignedBy(secret, call!)).toMatchObject({
    metadata: { phone_number_id: number },
    contacts: [{ wa_id: to }],
    messages: [
      {
        from: to,
        id: body['id'],
        type: 'text',
        text: { body: 'Wann? – äöü' },
        context: { id: 'wamid.quoted' },
      },
    ],
  });

  const inTime = await submit(to, reply);
  await reportsOf(wamidOf(inTime.body), 2);
  expect(await simulator.items(`/sim/whatsapp?to=${to}`)).toMatchObject([{ text: reply.text.body }]);
});

test.each([
  ['a wrong token', { token: 'wrong' }, 401, 190],
  ['another number', { number: '1' }, 400, 100],
  ['no product', { message: { messaging_product: 'messenger' } }, 400, 100],
  ['an unknown kind', { message: { type: 'sticker' } }, 400, 100],
  ['a number that is none', { message: { to: 'somebody' } }, 400, 100],
  [
    'a template that cannot be',
    { message: { template: { name: 'No!', language: { code: 'en' } } } },
    404,
    132001,
  ],
])('%s is refused as the platform refuses it', async (_what, { message, ...who }: Fault, ...refusal) => {
  const { status, body } = await submit('4915112345612', message, who);
  expect([status, (body['error'] as { code: number }).code]).toEqual(refusal);
});

interface Fault {
  readonly message?: object;
  readonly token?: string;
  readonly number?: string;
}

async function submit(to: string, message: object = {}, who: Fault = {}): Promise<FetchedReply> {
  return request(`${simulator.url}/v23.0/${who.number ?? number}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token ?? token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to,
      type: 'template',
      biz_opaque_callback_data: 'biz_1:snd_1',
      template: {
        name: 'order_shipped',
        language: { code: 'en' },
        components: [
          {
            type: 'body',
            parameters: ['Bloom & Co', 'Order 7 – unterwegs'].map((text) => ({ type: 'text', text })),
          },
          {
            type: 'button',
            sub_type: 'url',
            index: '0',
            parameters: [{ type: 'text', text: 's/abcdefghijkl' }],
          },
        ],
      },
      ...message,
    }),
  });
}

function wamidOf(body: FetchedReply['body']): string {
  return (body['messages'] as { id: string }[])[0]!.id;
}

async function reportsOf(id: string, count: number): Promise<Record<string, unknown>[]> {
  const calls = await simulator.callbacks.callsWith(id, count);
  expect(calls).toHaveLength(count);
  return calls.map((call) => {
    expect(call.path).toBe('/whatsapp');
    return (valueSignedBy(secret, call)['statuses'] as Record<string, unknown>[])[0]!;
  });
}
