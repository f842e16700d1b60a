import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../fixtures/chromium';
import { aMerchant, product } from '../fixtures/product';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(`${product().ingressUrl}/docs`);
  const { apiKey } = await aMerchant();
  await page.locator('#api-key').fill(apiKey);
});
afterEach(() => page.close());

test('the same request sent twice shows the replay', async () => {
  const first = await send();
  const second = await send();
  expect(first.status).toBe('201');
  expect(second).toEqual({ status: '201', replayed: true, key: first.key });
});

test('a changed request is a new one, and the key of the last request does not refuse it', async () => {
  const first = await send();
  await changeSubject();
  const second = await send();
  expect(second).toMatchObject({ status: '201', replayed: false });
  expect(second.key).not.toBe(first.key);
});

test('a key that the reader has typed is sent as it is', async () => {
  await form().locator('input[name="Idempotency-Key"]').fill('mine');
  expect(await send()).toMatchObject({ status: '201', key: 'mine' });
  await changeSubject();
  expect(await send()).toMatchObject({ status: '409', key: 'mine' });
});

async function changeSubject(): Promise<void> {
  const body = form().locator('textarea[name="body"]');
  const push = JSON.parse(await body.inputValue()) as object;
  await body.fill(JSON.stringify({ ...push, subject: 'Another one' }));
}

async function send(): Promise<{ status: string | null; replayed: boolean; key: string }> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/messages'));
  await form().locator('button').click();
  await answered;
  await form().locator('button:enabled').waitFor();
  const outcome = form().locator('output .outcome');
  return {
    status: await outcome.locator('.status').textContent(),
    replayed: ((await outcome.textContent()) ?? '').includes('replayed'),
    key: await form().locator('input[name="Idempotency-Key"]').inputValue(),
  };
}

function form() {
  return page.locator('#pushMessage form.try');
}
