import { helpText, stopConfirmation } from '../../streams/wording/sms-replies';
import { createBusiness, push, pushOnce, request } from '../fixtures/merchant';
import { CALLBACKS_ENV } from '../fixtures/provider-callbacks';
import { isShown, readinessOf } from '../fixtures/readiness';
import { until } from '../fixtures/until';
import { texted } from '../fixtures/words-of-people';
import { openWorld, type World } from '../fixtures/world';

const PHONE = '+447700900342';
const PROCESSORS = ['ledger', 'timers', 'webhooks', 'email-sender'];
let world: World;
const urls = { ingress: '', callbacks: '', pipeline: '' };
beforeAll(async () => {
  const env = { ...CALLBACKS_ENV, SMTP_URL: 'smtp://127.0.0.1:2', SENDING_DOMAIN: 'mail.test' };
  world = await openWorld({ partitions: 2, proxied: true, env });
  const services = [world.start('ingress'), world.start('callbacks'), world.start('pipeline', ...PROCESSORS)];
  const [ingress, callbacks, pipeline] = await Promise.all(services.map((service) => service.ready()));
  Object.assign(urls, { ingress, callbacks, pipeline });
});
afterAll(() => world.close());

test('while a broker hangs, merchants get a 503, providers are asked to retry, and operators see it', async () => {
  await until('all processors are ready', () => areProcessors(true));
  const { apiKey } = await createBusiness(world);
  expect((await push(urls.ingress, apiKey, 'before')).status).toBe(201);
  expect(await isShown(urls.ingress, 'log', true)).toBe(true);
  expect((await text('HELP', 'SM1')).status).toBe(200);
  expect(await isShown(urls.callbacks, 'log', true)).toBe(true);

  world.proxy!.dropRequests(true);
  const askedAt = performance.now();
  const pushed = pushOnce(urls.ingress, apiKey, 'meanwhile');
  const { status, headers, body } = await text('STOP', 'SM2');
  expect([status, body]).toEqual([503, { error_code: 'service.unavailable' }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // Long before kafkajs gives up, which takes minutes.
  expect((await pushed).status).toBe(503);
  expect(performance.now() - askedAt).toBeLessThan(60_000);
  expect(await isShown(urls.callbacks, 'log', false)).toBe(true);
  expect(await isShown(urls.ingress, 'log', false)).toBe(true);
  await until('no processor is ready', () => areProcessors(false));
  world.proxy!.dropRequests(false);

  await until('all processors are ready again', () => areProcessors(true));
  await until(
    'the push is accepted',
    async () => (await push(urls.ingress, apiKey, 'meanwhile')).status === 201,
  );
  expect(await isShown(urls.ingress, 'log', true)).toBe(true);
  await until('the repeat is accepted', async () => (await text('STOP', 'SM2')).status === 200);
  expect(await isShown(urls.callbacks, 'log', true)).toBe(true);

  expect((await text('HELP', 'SM3')).status).toBe(200);
  const answers = await until('every text is answered', async () => {
    const texts = await answersTo(PHONE);
    return texts.length >= 3 && texts;
  });
  const [help, stop] = [helpText({ businessName: null }), stopConfirmation({ businessName: null })];
  expect(answers).toEqual([help, stop, help]);
});

async function areProcessors(ready: boolean): Promise<boolean> {
  const { status, checks } = await readinessOf(urls.pipeline);
  return status === (ready ? 200 : 503) && PROCESSORS.every((name) => checks[name]?.ok === ready);
}

async function text(words: string, id: string) {
  const { path, headers, body } = texted(PHONE, words, id);
  return request(urls.callbacks + path, { method: 'POST', headers, body });
}

async function answersTo(phone: string): Promise<string[]> {
  const rows = await world.database.query<{ text: string }>(
    {
      name: 'test-answers',
      text: 'SELECT text FROM auto_replies WHERE address = $1 ORDER BY created_at, id',
    },
    [phone],
  );
  return rows.map(({ text: words }) => words);
}
