import { openSmtpStandIn, type SmtpStandIn } from '../../services/providers/smtp/smtp-server.fixture';
import { operate, push, readMessage } from '../fixtures/merchant';
import { CALLBACKS_ENV, deliver, sendgridHeaders } from '../fixtures/provider-callbacks';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

/** SendGrid as the mail provider: mails go out by SMTP, signed events come in, and Postmark is not configured. */
let world: World;
let sendgrid: SmtpStandIn;
let ingressUrl: string;
let callbacksUrl: string;
let apiKey: string;
beforeAll(async () => {
  sendgrid = await openSmtpStandIn();
  const { POSTMARK_WEBHOOK_CREDENTIALS: _none, ...env } = CALLBACKS_ENV;
  world = await openWorld({
    partitions: 1,
    env: { ...env, SMTP_URL: sendgrid.url, SENDING_DOMAIN: 'mail.test' },
  });
  const roles = [
    ['ingress'],
    ['callbacks'],
    ['console'],
    ['pipeline', 'ledger'],
    ['pipeline', 'email-sender'],
  ];
  const [ingress, callbacks, operator] = await Promise.all(roles.map((role) => world.start(...role).ready()));
  [ingressUrl, callbacksUrl] = [ingress!, callbacks!];
  const body = { name: 'Bloom & Co' };
  const made = await operate(`${operator!}/admin/v1/businesses`, { method: 'POST', body });
  apiKey = made.body['api_key'] as string;
});
afterAll(async () => {
  await world.close();
  await sendgrid.close();
});

test('sendgrid-the-whole-way: delivery, bounce and complaint find their message by what the mail carried', async () => {
  const [delivered, bounced, blocked] = [
    await submitted('ada'),
    await submitted('bob'),
    await submitted('eve'),
  ];
  const events = [
    { event: 'processed', ...delivered.carried },
    { event: 'delivered', response: '250 OK', ...delivered.carried },
    { event: 'open', ...delivered.carried },
    { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 no such user', ...bounced.carried },
    { event: 'bounce', type: 'blocked', status: '4.2.2', reason: '452 full', ...blocked.carried },
  ];
  expect(await report(events)).toBe(200);
  expect(await shown(delivered.id, 'delivered')).toMatchObject({ opened: false, bounced: false });
  expect(await shown(bounced.id, 'bounced')).toMatchObject({ delivered: false, failed: null });
  await shown(blocked.id, 'bounced');

  expect(await report([{ event: 'spamreport', ...delivered.carried }])).toBe(200);
  expect(await shown(delivered.id, 'complained')).toMatchObject({ delivered: true });

  // A hard bounce and a complaint end all mail to the address. A full mailbox does not.
  expect([await emailOf('ada'), await emailOf('bob'), await emailOf('eve')]).toMatchObject([
    { sending: false, skipped_reason: 'suppressed' },
    { sending: false, skipped_reason: 'suppressed' },
    { sending: true },
  ]);
});

test('sendgrid-the-whole-way: a mail that SendGrid drops by its own rules has failed', async () => {
  const { id, carried } = await submitted('ann');
  expect(
    await report([{ event: 'dropped', reason: 'Spam Content (if spam checker app enabled)', ...carried }]),
  ).toBe(200);
  const failed = await until('it shows', async () => (await deliveryOf(id))['failed'] ?? undefined);
  expect(failed).toMatchObject({ reason: 'esp_refused' });
});

test("sendgrid-the-whole-way: an event without SendGrid's signature is refused, and so is Postmark, which is not set up", async () => {
  const { id, carried } = await submitted('joe');
  const body = JSON.stringify([{ event: 'delivered', ...carried }]);
  const headers = sendgridHeaders(body.replace('delivered', 'bounce'));
  expect(await deliver(callbacksUrl, { path: '/email/sendgrid', headers, body })).toBe(403);
  const authorization = `Basic ${Buffer.from('postmark:password-for-tests').toString('base64')}`;
  expect(await deliver(callbacksUrl, { path: '/email/postmark', headers: { authorization }, body })).toBe(
    403,
  );
  expect(await deliveryOf(id)).toMatchObject({ delivered: false, bounced: false });
});

interface Submitted {
  readonly id: string;
  /** The fields that SendGrid copies from the mail into each of its events. */
  readonly carried: object;
}

let pushes = 0;
async function pushTo(name: string): Promise<Record<string, unknown>> {
  const fields = { recipient_email: `${name}@example.com`, subject: `For ${name}` };
  return (await push(ingressUrl, apiKey, `push ${String((pushes += 1))}`, fields)).body;
}

async function submitted(name: string): Promise<Submitted> {
  const { id } = await pushTo(name);
  const { mail } = await until('the mail has arrived', () =>
    sendgrid.mails.find((arrived) => arrived.mail.subject === `For ${name}`),
  );
  const header = mail.headers.find(({ key }) => key === 'x-smtpapi')!.value;
  const { unique_args: carried } = JSON.parse(header) as { unique_args: object };
  return { id: id as string, carried };
}

async function emailOf(name: string): Promise<unknown> {
  return (await pushTo(name))['email'];
}

function report(events: readonly object[]): Promise<number> {
  const about = { email: 'somebody@example.com', timestamp: 1_790_000_000, sg_message_id: 'sg-1' };
  const body = JSON.stringify(events.map((event) => ({ ...about, ...event })));
  return deliver(callbacksUrl, { path: '/email/sendgrid', headers: sendgridHeaders(body), body });
}

async function deliveryOf(id: string): Promise<Record<string, unknown>> {
  const { body } = await readMessage(ingressUrl, apiKey, id);
  return body['delivery'] as Record<string, unknown>;
}

function shown(id: string, fact: string): Promise<Record<string, unknown>> {
  return until(`it shows ${fact}`, async () => {
    const delivery = await deliveryOf(id);
    return delivery[fact] === true ? delivery : undefined;
  });
}
