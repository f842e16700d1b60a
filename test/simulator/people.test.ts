import { startBeside } from '../fixtures/product';
import { request } from '../fixtures/merchant';
import { CREDENTIALS, openSimulator, type Simulator } from '../fixtures/simulator';
import { until } from '../fixtures/until';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterAll(() => simulator.close());

test('reports wait for a callbacks service that is down, and arrive in order', async () => {
  await simulator.callbacks.goAway();
  const sids = await Promise.all(numbers(20).map((to) => text(to)));
  await simulator.callbacks.comeBack();
  for (const sid of sids) {
    const reports = await simulator.callbacks.callsWith(sid, 2);
    const statuses = reports.map(({ body }) => new URLSearchParams(body).get('MessageStatus'));
    expect(statuses).toEqual(['sent', 'delivered']);
  }
});

test('reports are retried after an error of the service, and not after a refusal', async () => {
  const [failed, refused] = numbers(2);
  simulator.callbacks.status = 503;
  const sid = await text(failed!);
  await simulator.callbacks.callsWith(sid, 2);
  simulator.callbacks.status = 200;
  await until('both statuses have arrived', () =>
    ['sent', 'delivered'].every((status) =>
      simulator.callbacks.having(sid).some(({ body }) => body.includes(`MessageStatus=${status}`)),
    ),
  );

  simulator.callbacks.status = 403;
  const reply = await simulator.ask('POST', '/sim/sms/inbound', { from: refused, text: 'Refused' });
  expect(reply.status).toBe(503);
  expect(simulator.callbacks.having('Body=Refused')).toHaveLength(1);
  simulator.callbacks.status = 200;
});

test('an open page is notified of what arrives', async () => {
  const [to] = numbers(1);
  const closing = new AbortController();
  const response = await fetch(`${simulator.url}/sim/changes`, { signal: closing.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  await text(to!);
  let received = String(first.value);
  while (!received.includes('data: ')) received += String((await reader.read()).value);
  expect(received).toContain(`data: {"channel":"sms","to":"${to!}","arrived":true}\n\n`);
  closing.abort();
});

test('submissions of all channels are one list, newest first', async () => {
  const before = (await simulator.items('/sim/submissions')).length;
  const [to] = numbers(1);
  const sid = await text(to!);
  const all = await simulator.items('/sim/submissions?channel=&to=');
  expect(all).toHaveLength(before + 1);
  expect(all[0]).toMatchObject({ channel: 'sms', to, outcome: 'deliver', id: sid });
  expect(await simulator.items('/sim/submissions?channel=email')).toEqual([]);
});

test('no report is possible on a submission that nobody made', async () => {
  for (const [channel, to] of [
    ['email', 'nobody@example.com'],
    ['sms', '+4915100000000'],
    ['whatsapp', '+4915100000000'],
  ]) {
    const { status, body } = await simulator.ask('POST', `/sim/${channel!}/events`, {
      to,
      type: 'delivered',
    });
    expect([status, body]).toEqual([404, { error_code: 'submission.not_found' }]);
  }
});

test.each([
  ['PUT', '/sim/behaviour', { channel: 'fax', address: 'a@b.example', outcome: 'deliver' }, ['channel']],
  [
    'PUT',
    '/sim/behaviour',
    { channel: 'sms', address: 'a@b.example', outcome: 'bounce' },
    ['address', 'outcome'],
  ],
  ['PUT', '/sim/behaviour', { channel: 'email' }, ['address', 'outcome']],
  ['PUT', '/sim/behaviour', 'deliver', []],
  ['POST', '/sim/sms/inbound', { from: 'x', text: 5 }, ['from', 'text']],
  ['POST', '/sim/whatsapp/inbound', { from: '+4915100000000' }, ['text']],
  ['POST', '/sim/email/events', { to: 'nobody', type: 'opened' }, ['to', 'type']],
])('%s %s %j is refused, naming %j', async (method, path, requested, fields) => {
  const { status, body } = await simulator.ask(method, path, requested);
  expect([status, body['error_code']]).toEqual([422, 'common.validation_failed']);
  const detail = body['detail'] as { loc: string[] }[];
  expect(detail.map(({ loc }) => loc.slice(1)).flat()).toEqual(fields);
});

test.each(['/sim/sms?to=nobody', '/sim/emails?to=nobody', '/sim/submissions?channel=fax', '/sim/sms?to=%ff'])(
  'GET %s is refused',
  async (path) => {
    expect(await simulator.ask('GET', path)).toMatchObject({
      status: 422,
      body: { error_code: 'common.validation_failed', detail: [{ loc: ['query', expect.any(String)] }] },
    });
  },
);

test('it never starts in production (PROV-19)', async () => {
  const settings = { ...CREDENTIALS, CALLBACKS_URL: simulator.callbacks.url, SIMULATOR_PORT: '0' };
  const started = startBeside({ ...settings, NODE_ENV: 'production' }, 'simulator');
  expect(await started.ended()).toBe(1);
  expect(JSON.stringify(started.log)).toContain('cannot run in production');
});

test('it stops at once, even with connections open', async () => {
  const stopped = await openSimulator({ SIMULATOR_HANG_MS: '600000' });
  const [to] = numbers(1);
  await stopped.behave('sms', to!, 'no_answer');
  const page = await fetch(`${stopped.url}/sim/changes`);
  const hanging = expect(text(to!, stopped)).rejects.toThrow();
  await until('the text has arrived', async () => (await stopped.items('/sim/submissions')).length === 1);
  expect(await stopped.process.stop()).toBe(0);
  await hanging;
  await page.body!.cancel();
  await stopped.close();
});

let lastNumber = 4_915_120_000_000;
function numbers(count: number): string[] {
  return Array.from({ length: count }, () => `+${String((lastNumber += 1))}`);
}

async function text(to: string, { url, callbacks } = simulator): Promise<string> {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token } = CREDENTIALS;
  const { body } = await request(`${url}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    body: new URLSearchParams({
      To: to,
      From: '+447700900123',
      Body: 'Your order is on its way',
      StatusCallback: `${callbacks.url}/sms/status?business_id=biz_1&send_id=snd_1`,
    }),
  });
  return body['sid'] as string;
}
