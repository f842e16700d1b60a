import { request } from './merchant';
import { CALLBACKS_ENV, twilioHeaders } from './provider-callbacks';
import { until } from './until';
import { openWorld, type World } from './world';

let world: World;
const urls = { ingress: '', callbacks: '', pipeline: '' };
const PROCESSORS = ['ledger', 'timers', 'webhooks', 'email-sender'];
beforeAll(async () => {
  const env = { ...CALLBACKS_ENV, SMTP_URL: 'smtp://127.0.0.1:2', SENDING_DOMAIN: 'mail.test' };
  world = await openWorld({ partitions: 2, proxied: true, env });
  const services = [world.start('ingress'), world.start('callbacks'), world.start('pipeline', ...PROCESSORS)];
  const [ingress, callbacks, pipeline] = await Promise.all(services.map((service) => service.ready(60_000)));
  Object.assign(urls, { ingress, callbacks, pipeline });
}, 120_000);
afterAll(() => world.close());

test('who can be reached but cannot reach the broker says so, stays ready, and takes it back', async () => {
  await until('ingress can be answered', () => isShown(urls.ingress, 'replies', true));
  expect(await isShown(urls.callbacks, 'log', true)).toBe(true);

  world.proxy!.dropRequests(true);
  expect(await text('SM1')).toBe(503);
  expect(await isShown(urls.callbacks, 'log', false)).toBe(true);
  await until('ingress cannot be answered', () => isShown(urls.ingress, 'replies', false), 30_000);
  world.proxy!.dropRequests(false);

  await until('ingress can be answered again', () => isShown(urls.ingress, 'replies', true), 120_000);
  await until('a word is taken', async () => (await text('SM1')) === 200, 80_000);
  expect(await isShown(urls.callbacks, 'log', true)).toBe(true);
}, 300_000);

test('no processor is ready while it does not hear the broker, and all are when they do again', async () => {
  await until('all are ready', () => areProcessors(true));
  world.proxy!.dropRequests(true);
  await until('none is ready', () => areProcessors(false), 30_000);
  world.proxy!.dropRequests(false);
  await until('all are ready again', () => areProcessors(true), 120_000);
}, 300_000);

async function areProcessors(ready: boolean): Promise<boolean> {
  const { status, body } = await request(`${urls.pipeline}/readyz`);
  const checks = body['checks'] as Record<string, { ok: boolean }>;
  return status === (ready ? 200 : 503) && PROCESSORS.every((name) => checks[name]?.ok === ready);
}

/** Ready, with the check as it should be: neither service needs the broker to be of use. */
async function isShown(url: string, check: string, ok: boolean): Promise<boolean> {
  const { status, body } = await request(`${url}/readyz`);
  const checks = body['checks'] as Record<string, { ok: boolean; required: boolean }>;
  return status === 200 && checks[check]?.ok === ok && !checks[check].required;
}

async function text(id: string): Promise<number> {
  const path = '/sms/inbound';
  const fields = { MessageSid: id, From: '+447700900342', To: '+447700900999', Body: 'STOP' };
  const body = new URLSearchParams(fields).toString();
  const headers = twilioHeaders(path, body);
  return (await request(urls.callbacks + path, { method: 'POST', headers, body })).status;
}
