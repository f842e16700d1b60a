import { formSignedBy } from '../fixtures/callback-receiver';
import { request, type FetchedReply } from '../fixtures/merchant';
import { CREDENTIALS, openSimulator, type Simulator } from '../fixtures/simulator';

const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token } = CREDENTIALS;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterAll(() => simulator.close());

test('a delivered text is on the phone, and is reported as sent, then as delivered', async () => {
  const to = '+4915112345671';
  const { status, body } = await submit(to, { Body: 'Bestellung 7 – unterwegs 📦' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    account_sid: account,
    status: 'queued',
    to,
    from: '+447700900123',
    error_code: null,
  });
  const text = { at: expect.any(String), id: body['sid'], to, from: '+447700900123' };
  expect(await simulator.items('/sim/sms?to=%2B4915112345671')).toEqual([
    { ...text, text: 'Bestellung 7 – unterwegs 📦' },
  ]);
  // A plus that is not encoded finds the same phone.
  expect(await simulator.items('/sim/sms?to=+4915112345671')).toHaveLength(1);

  const reports = await reportsOf(body['sid'] as string, 2);
  expect(reports).toMatchObject([
    { MessageSid: body['sid'], MessageStatus: 'sent', To: to, From: '+447700900123', AccountSid: account },
    { MessageSid: body['sid'], MessageStatus: 'delivered', To: to, From: '+447700900123' },
  ]);
  expect(reports[1]).not.toHaveProperty('ErrorCode');
});

test('fail_later: accepted, then undelivered with its reason', async () => {
  await simulator.behave('sms', '+49 151 12345672', 'fail_later');
  const { status, body } = await submit('+4915112345672');
  expect(status).toBe(201);
  const reports = await reportsOf(body['sid'] as string, 2);
  expect(reports).toMatchObject([
    { MessageStatus: 'sent' },
    { MessageStatus: 'undelivered', ErrorCode: '30003' },
  ]);
  expect(await simulator.items('/sim/sms?to=4915112345672')).toEqual([]);
});

test('accept_only: the text arrives, and no report follows', async () => {
  await simulator.behave('sms', '+4915112345673', 'accept_only');
  const silent = await submit('+4915112345673');
  const after = await submit('+4915112345674');
  await reportsOf(after.body['sid'] as string, 2);
  expect(simulator.callbacks.having(silent.body['sid'] as string)).toEqual([]);
  expect(await simulator.items('/sim/sms?to=%2B4915112345673')).toHaveLength(1);
});

test.each([
  ['refuse', 400, 21610, '+4915112345675'],
  ['throttle', 429, 20429, '+4915112345676'],
  ['unreachable', 421, 20503, '+4915112345677'],
])('%s: answered with %i and code %i, and nothing arrives', async (outcome, status, code, to) => {
  await simulator.behave('sms', to, outcome);
  const reply = await submit(to);
  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code, status })]);
  expect(reply.headers.get('connection')).toBe(outcome === 'unreachable' ? 'close' : 'keep-alive');
  expect(await simulator.items(`/sim/sms?to=${encodeURIComponent(to)}`)).toEqual([]);
  const listed = await simulator.items(`/sim/submissions?to=${encodeURIComponent(to)}`);
  const submission = { at: expect.any(String), channel: 'sms', to, outcome, id: null };
  expect(listed).toEqual(outcome === 'unreachable' ? [] : [submission]);
});

test('no_answer: the text is accepted, the sender gets no answer, and a late report settles it', async () => {
  const to = '+4915112345678';
  await simulator.behave('sms', to, 'no_answer');
  await expect(submit(to)).rejects.toThrow();
  const [submission] = await simulator.items('/sim/submissions?channel=sms&to=%2B4915112345678');
  expect(submission).toMatchObject({ outcome: 'no_answer', id: expect.stringMatching(/^SM/) });
  expect(await simulator.items('/sim/sms?to=%2B4915112345678')).toEqual([]);

  expect((await simulator.ask('POST', '/sim/sms/events', { to, type: 'failed' })).status).toBe(200);
  expect((await simulator.ask('POST', '/sim/sms/events', { to, type: 'delivered' })).status).toBe(200);
  const reports = await reportsOf(submission!['id'] as string, 2);
  expect(reports.map(({ MessageStatus }) => MessageStatus)).toEqual(['failed', 'delivered']);
  expect(await simulator.items('/sim/sms?to=%2B4915112345678')).toHaveLength(1);
});

test('an outcome stays until it is changed (PROV-19)', async () => {
  const to = '+4915112345679';
  await simulator.behave('sms', to, 'refuse');
  expect([(await submit(to)).status, (await submit(to)).status]).toEqual([400, 400]);
  await simulator.behave('sms', to, 'deliver');
  expect((await submit(to)).status).toBe(201);
  const listed = await simulator.items('/sim/submissions?to=%2B4915112345679');
  expect(listed.map(({ outcome }) => outcome)).toEqual(['deliver', 'refuse', 'refuse']);
});

test("a person's text goes to the number they write to, or else to the shared one", async () => {
  for (const numbers of [{}, { to: '+4930123456' }]) {
    const written = { from: '+4915112345680', text: 'Stop & "go" – äöü', ...numbers };
    const { status, body } = await simulator.ask('POST', '/sim/sms/inbound', written);
    expect(status).toBe(201);
    const [call] = simulator.callbacks.having(body['id'] as string);
    expect(call!.path).toBe('/sms/inbound');
    expect(formSignedBy(token, simulator.callbacks.url, call!)).toMatchObject({
      MessageSid: body['id'],
      From: '+4915112345680',
      To: numbers.to ?? '+447700900123',
      Body: 'Stop & "go" – äöü',
    });
  }
});

test.each([
  ['a wrong token', { token: 'wrong' }, 401, 20003],
  ['another account', { account: 'ACffffffffffffffffffffffffffffffff' }, 401, 20003],
  ['no recipient', { form: { To: '' } }, 400, 21604],
  ['no sender', { form: { From: '' } }, 400, 21603],
  ['no text', { form: { Body: '' } }, 400, 21602],
  ['a number that is none', { form: { To: '12' } }, 400, 21211],
  ['a sender that is none', { form: { From: '+1!' } }, 400, 21212],
  ['a text that is too long', { form: { Body: 'x'.repeat(1_601) } }, 400, 21617],
  ['a callback that is no URL', { form: { StatusCallback: 'nowhere' } }, 400, 21609],
])('%s is refused as the carrier refuses it', async (_what, { form, ...who }: Fault, status, code) => {
  const reply = await submit('+4915112345681', form, who);
  expect([reply.status, reply.body['code']]).toEqual([status, code]);
});

interface Fault {
  readonly form?: Record<string, string>;
  readonly account?: string;
  readonly token?: string;
}

async function submit(to: string, form: Record<string, string> = {}, who: Fault = {}): Promise<FetchedReply> {
  const sid = who.account ?? account;
  return request(`${simulator.url}/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${who.token ?? token}`).toString('base64')}` },
    body: new URLSearchParams({
      To: to,
      From: '+447700900123',
      Body: 'Your order is on its way',
      StatusCallback: `${simulator.callbacks.url}/sms/status?business_id=biz_1&send_id=snd_1`,
      ...form,
    }),
  });
}

async function reportsOf(sid: string, count: number): Promise<Record<string, string>[]> {
  const calls = await simulator.callbacks.callsWith(sid, count);
  expect(calls).toHaveLength(count);
  return calls.map((call) => {
    expect(call.path).toBe('/sms/status?business_id=biz_1&send_id=snd_1');
    return formSignedBy(token, simulator.callbacks.url, call);
  });
}
