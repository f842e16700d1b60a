import { request } from './merchant';
import { CALLBACKS_ENV, twilioHeaders } from './provider-callbacks';
import { until } from './until';
import { openWorld, type World } from './world';

let world: World;
const urls = { ingress: '', callbacks: '' };
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true, env: CALLBACKS_ENV });
  const services = [world.start('ingress'), world.start('callbacks')];
  const [ingress, callbacks] = await Promise.all(services.map((service) => service.ready(60_000)));
  Object.assign(urls, { ingress, callbacks });
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
