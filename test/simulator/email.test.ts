import { createTransport, type Transporter } from 'nodemailer';
import { recordShownBy, type Callback } from '../fixtures/callback-receiver';
import { CREDENTIALS, openSimulator, type Simulator } from '../fixtures/simulator';

const credentials = { user: 'mailer', pass: 'a-password-with-%' };
let simulator: Simulator;
let transport: Transporter;
beforeAll(async () => {
  simulator = await openSimulator();
  transport = transportWith(credentials);
});
afterAll(async () => {
  transport.close();
  await simulator.close();
});

test('a delivered mail is in the mailbox as it was written, and is reported as delivered', async () => {
  const sent = await send('Ada+1@Example.com');
  expect(sent.response).toMatch(/^250 2\.0\.0 Ok: queued as /);
  const [mail, ...others] = await simulator.items('/sim/emails?to=ada%2B1@example.com');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    id: 'snd_1.ada+1@updates.example',
    to: 'ada+1@example.com',
    from: 'bloom@updates.example',
    subject: 'Grüße: unterwegs',
    text: expect.stringContaining('It is on its way – soon.'),
    html: expect.stringContaining('<b>way</b>'),
    link: 'https://inbox.example/i/token-1.abc_DEF',
    headers: {
      'list-unsubscribe': '<https://inbox.example/i/token-1.abc_DEF/unsubscribe>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
  });
  // A plus that is not encoded finds the same mailbox.
  expect(await simulator.items('/sim/emails?to=ada+1@example.com')).toEqual([mail]);

  const [delivery] = await reportsTo('ada+1@example.com', 1);
  expect(delivery).toMatchObject({
    RecordType: 'Delivery',
    Recipient: 'ada+1@example.com',
    Metadata: { 'business-id': 'biz_1', 'send-id': 'snd_1' },
    DeliveredAt: mail!['at'],
  });
});

test.each([
  ['bounce', ['Bounce HardBounce']],
  ['fail_later', ['Bounce HardBounce']],
  ['soft_bounce', ['Bounce SoftBounce']],
  ['complain', ['Delivery', 'SpamComplaint SpamComplaint']],
])('%s: accepted, then reported as %j', async (outcome, expected) => {
  const to = `${outcome}@example.com`;
  await simulator.behave('email', to, outcome);
  expect((await send(to)).response).toMatch(/^250 /);
  const reports = await reportsTo(to, expected.length);
  expect(reports.map(({ RecordType, Type }) => [RecordType, Type].join(' ').trim())).toEqual(expected);
  for (const report of reports) {
    expect(report).toMatchObject({ Metadata: { 'business-id': 'biz_1', 'send-id': 'snd_1' } });
  }
  expect(await simulator.items(`/sim/emails?to=${to}`)).toHaveLength(outcome === 'complain' ? 1 : 0);
  expect(await simulator.items(`/sim/submissions?channel=email&to=${to}`)).toMatchObject([{ outcome, to }]);
});

test('accept_only: the mail arrives, and no report follows', async () => {
  await simulator.behave('email', 'silent@example.com', 'accept_only');
  await send('silent@example.com');
  await send('after-silent@example.com');
  await reportsTo('after-silent@example.com', 1);
  expect(await simulator.items('/sim/emails?to=silent@example.com')).toHaveLength(1);
  expect(simulator.callbacks.having('silent@example.com')).toHaveLength(1);
});

test.each([
  ['refuse', 550, 'EENVELOPE'],
  ['throttle', 451, 'EENVELOPE'],
  // A sender takes this for a connection that cannot be made.
  ['unreachable', 421, 'ECONNECTION'],
])('%s: answered with %i before the message is transferred', async (outcome, responseCode, code) => {
  const to = `${outcome}@example.com`;
  await simulator.behave('email', to, outcome);
  await expect(send(to)).rejects.toMatchObject({ responseCode, code });
  expect(await simulator.items(`/sim/emails?to=${to}`)).toEqual([]);
  const listed = await simulator.items(`/sim/submissions?to=${to}`);
  const submission = { at: expect.any(String), channel: 'email', to, outcome, id: null };
  expect(listed).toEqual(outcome === 'unreachable' ? [] : [submission]);
});

test('no_answer: the message is accepted, the sender gets no answer, and the connection is dropped', async () => {
  await simulator.behave('email', 'mute@example.com', 'no_answer');
  await expect(send('mute@example.com')).rejects.not.toHaveProperty('responseCode', expect.any(Number));
  const [submission] = await simulator.items('/sim/submissions?channel=email&to=mute@example.com');
  expect(submission).toMatchObject({ outcome: 'no_answer', id: 'snd_1.mute@updates.example' });
  expect(await simulator.items('/sim/emails?to=mute@example.com')).toEqual([]);

  const late = await simulator.ask('POST', '/sim/email/events', {
    to: 'mute@example.com',
    type: 'delivered',
  });
  expect(late.status).toBe(200);
  expect(await reportsTo('mute@example.com', 1)).toMatchObject([{ RecordType: 'Delivery' }]);
  expect(await simulator.items('/sim/emails?to=mute@example.com')).toHaveLength(1);
});

test('late reports of a mail follow the earlier ones and name the same message', async () => {
  await send('late@example.com');
  for (const type of ['bounced', 'complained']) {
    expect((await simulator.ask('POST', '/sim/email/events', { to: 'late@example.com', type })).status).toBe(
      200,
    );
  }
  const reports = await reportsTo('late@example.com', 3);
  expect(reports.map((report) => report['RecordType'])).toEqual(['Delivery', 'Bounce', 'SpamComplaint']);
  expect(new Set(reports.map((report) => report['MessageID'])).size).toBe(1);
});

test('one mail to several people is one submission to each, except to refused ones', async () => {
  await simulator.behave('email', 'no@several.example', 'refuse');
  const sent = await send('one@several.example, no@several.example, two@several.example');
  expect(sent.rejected).toEqual(['no@several.example']);
  for (const name of ['one', 'two']) {
    expect(await simulator.items(`/sim/emails?to=${name}@several.example`)).toHaveLength(1);
    expect(await reportsTo(`${name}@several.example`, 1)).toMatchObject([{ RecordType: 'Delivery' }]);
  }
});

test('an address in any script finds its mailbox', async () => {
  await send('Jürgen@Bücher.example');
  const [mail] = await simulator.items(`/sim/emails?to=${encodeURIComponent('jürgen@bücher.example')}`);
  expect(mail).toMatchObject({ to: 'jürgen@bücher.example' });
});

test('a wrong password, or none, is refused', async () => {
  for (const auth of [{ ...credentials, pass: 'wrong' }, undefined]) {
    const stranger = transportWith(auth);
    await expect(
      stranger.sendMail({ from: 'a@b.example', to: 'c@d.example', text: '' }),
    ).rejects.toMatchObject({
      responseCode: auth === undefined ? 530 : 535,
    });
    stranger.close();
  }
});

function transportWith(auth: typeof credentials | undefined): Transporter {
  const options = { host: '127.0.0.1', port: simulator.smtpPort, ...(auth === undefined ? {} : { auth }) };
  return createTransport({ ...options, pool: true });
}

async function send(to: string): Promise<{ response: string; rejected: unknown[] }> {
  const link = 'https://inbox.example/i/token-1.abc_DEF';
  return (await transport.sendMail({
    messageId: `<snd_1.${to.split('@')[0]!.toLowerCase()}@updates.example>`,
    from: 'Bloom & Co <bloom@updates.example>',
    to,
    subject: 'Grüße: unterwegs',
    text: `It is on its way – soon.\n\nRead it: ${link}\n`,
    html: `<p>It is on its <b>way</b>.</p>`,
    headers: {
      'X-PM-Metadata-business-id': 'biz_1',
      'X-PM-Metadata-send-id': 'snd_1',
      'List-Unsubscribe': `<${link}/unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })) as { response: string; rejected: unknown[] };
}

async function reportsTo(to: string, count: number): Promise<Record<string, unknown>[]> {
  const calls = await simulator.callbacks.callsWith(`"${to}"`, count);
  expect(calls).toHaveLength(count);
  return calls.map((call: Callback) => {
    expect(call.path).toBe('/email/postmark');
    return recordShownBy(CREDENTIALS.POSTMARK_WEBHOOK_CREDENTIALS, call);
  });
}
