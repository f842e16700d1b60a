import { helpText, stopConfirmation } from '../streams/wording/sms-replies';
import { request } from './merchant';
import { CALLBACKS_ENV, twilioHeaders } from './provider-callbacks';
import { until } from './until';
import { openWorld, type World } from './world';

const PHONE = '+447700900341';
let world: World;
let url: string;
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true, env: CALLBACKS_ENV });
  const services = [world.start('callbacks'), world.start('pipeline', 'ledger')];
  [url = ''] = await Promise.all(services.map((service) => service.ready(60_000)));
}, 120_000);
afterAll(() => world.close());

test('while the broker hangs a provider is told to come again, and what it repeats then counts once', async () => {
  expect((await text('HELP', 'SM1')).status).toBe(200);

  world.proxy!.dropRequests(true);
  const askedAt = performance.now();
  const { status, headers, body } = await text('STOP', 'SM2');
  expect([status, body]).toEqual([503, { error_code: 'service.unavailable' }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(performance.now() - askedAt).toBeLessThan(13_000);
  world.proxy!.dropRequests(false);

  const repeated = () => text('STOP', 'SM2');
  await until('the repeat is taken', async () => (await repeated()).status === 200, 80_000);
  expect((await text('HELP', 'SM3')).status).toBe(200);
  const answers = await until('every word is answered', async () => {
    const texts = await answersTo(PHONE);
    return texts.length >= 3 && texts;
  });
  const [help, stop] = [helpText({ businessName: null }), stopConfirmation({ businessName: null })];
  expect(answers).toEqual([help, stop, help]);
}, 180_000);

async function text(words: string, id: string) {
  const path = '/sms/inbound';
  const fields = { MessageSid: id, From: PHONE, To: '+447700900999', Body: words };
  const body = new URLSearchParams(fields).toString();
  return request(url + path, { method: 'POST', headers: twilioHeaders(path, body), body });
}

async function answersTo(phone: string): Promise<string[]> {
  const rows = await world.database.query<{ text: string }>(
    { name: 'test-answers', text: 'SELECT text FROM notices WHERE address = $1 ORDER BY created_at, id' },
    [phone],
  );
  return rows.map(({ text }) => text);
}
