import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../fixtures/chromium';
import { operate, push, request } from '../fixtures/merchant';
import { cutOffControls, namelessControls, overflowOf, unreadableTexts } from '../fixtures/page-audit';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';
import { OPERATOR_TOKEN } from '../fixtures/world';

let world: WebhookWorld;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([openWebhookWorld(), openChromium()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  complaints = [];
  context = await browser.newContext({ timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // The browser logs every answer that is not 2xx and every connection that was cut. Those are not errors of the
    // page.
    const isOurs = !message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && isOurs) complaints.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

test('with the keyboard alone an operator signs in, after a wrong token, creates a business and signs out', async () => {
  await page.goto(world.consoleUrl);
  await page.keyboard.type('opt_of-somebody-else');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This is not the operator token').waitFor();
  expect(await context.cookies()).toEqual([]);
  await page.keyboard.type(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Businesses' }).waitFor();
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false, path: '/' });

  await tabTo('Name');
  await page.keyboard.type('Keys & Locks');
  await page.keyboard.press('Enter');
  const key = page.getByRole('group', { name: 'API key of Keys & Locks' });
  await key.waitFor();
  expect(await key.locator('code').textContent()).toMatch(/^osk_\w{46}$/);
  await page.locator('.rows').getByText('Keys & Locks').waitFor();
  await tabTo('I have stored it');
  await page.keyboard.press('Enter');
  expect(await page.getByText(/osk_\w{46}/).count()).toBe(0);

  await page.getByLabel('Search').fill('LOCKS');
  await page.locator('.rows li').getByText('Keys & Locks').waitFor();
  await page.getByLabel('Search').fill('nobody');
  await see('No business has “nobody” in its name.');

  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Operator token').waitFor();
  expect(await context.cookies()).toEqual([]);
  const answer = await page.request.get(`${world.consoleUrl}/admin/v1/businesses`);
  expect([answer.status(), await answer.json()]).toEqual([401, { error_code: 'operator.invalid_token' }]);
});

test('a link into the console still leads to its place after the sign-in, and after a wrong token', async () => {
  const { id } = await world.aMerchant();
  await page.goto(`${world.consoleUrl}/#/businesses/${id}`);
  await page.getByLabel('Operator token').fill('opt_of-somebody-else');
  await press('Sign in');
  await page.getByRole('alert').getByText('This is not the operator token').waitFor();
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
  await press('Sign in');
  await see(id);
  expect(page.url()).toBe(`${world.consoleUrl}/#/businesses/${id}`);
});

test('a top-up whose answer was lost is sent again and booked once (OPER-19)', async () => {
  const { id } = await world.aMerchant();
  await signIn(`#/businesses/${id}`);
  const before = await balanceOf(id);
  const credits = `**/admin/v1/businesses/${id}/credits`;
  await page.route(credits, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Amount').fill('250');
  await page.getByLabel('Note').fill('Invoice 7');
  await press('Top up');
  await see('This top-up got no answer');
  expect(await balanceOf(id)).toBe(before + 250);

  await page.unroute(credits);
  await page.reload();
  expect(await page.getByLabel('Amount').inputValue()).toBe('250');
  await press('Send it again');
  await see(`250 credits added. The balance is ${String(before + 250)}.`);
  await page
    .locator('#balance')
    .getByText(String(before + 250))
    .waitFor();
  expect(await balanceOf(id)).toBe(before + 250);
  await page.getByText('Ledger', { exact: true }).click();
  const entry = page.locator('.rows li').filter({ hasText: 'Invoice 7' });
  expect(await entry.locator('.figure').textContent()).toContain('+250');
  const time = entry.locator('time');
  const exact = (await time.getAttribute('title')) ?? '';
  expect(await time.textContent()).toContain(inIndia(exact));

  await page.getByLabel('Amount').fill('a lot');
  await press('Top up');
  await page.locator('.field', { hasText: 'Amount' }).getByText('Input should be a valid integer').waitFor();
});

test('settings are changed, and a refusal is shown at its field (OPER-20)', async () => {
  const { id } = await world.aMerchant();
  await signIn(`#/businesses/${id}`);
  await page.getByLabel('Allowed countries').fill('de, XX');
  await page.getByLabel('Plan').selectOption('Past due');
  await press('Save settings');
  const countries = page.locator('.field', { hasText: 'Allowed countries' });
  await countries.getByText('Not a country code').waitFor();
  await page.getByLabel('Allowed countries').fill('de at');
  await press('Save settings');
  await see('The settings are saved.');
  await page.locator('.badge').getByText('Plan past due').waitFor();
  const { body } = await operate(`${world.consoleUrl}/admin/v1/businesses/${id}`, { method: 'GET' });
  expect(body).toMatchObject({ plan: 'past_due', sms: { allowed_countries: ['DE', 'AT'] } });
});

test('a disabled endpoint is enabled and gets what it missed (OPER-13)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 200 });
  const { id } = await merchant.listenAt(sink);
  const text =
    "UPDATE webhook_endpoints SET disabled_at = now(), consecutive_failures = 20, last_error = 'answered 500' WHERE id = $1";
  await world.database.query({ name: 'test-disable', text }, [id]);
  await merchant.push(2);
  await world.startDispatcher();
  await signIn(`#/businesses/${merchant.id}`);
  await see('20 failures in a row');
  expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0);
  await press(`Enable ${sink.url}`);
  await see('The endpoint is enabled');
  await until('its events wait for delivery again', async () => {
    await press('Replay');
    await see(/back in line|nothing to replay/);
    return sink.requests().length > 0;
  });
  const list = `${world.consoleUrl}/admin/v1/businesses/${merchant.id}/webhook-endpoints`;
  await until('both are delivered and stored as delivered', async () => {
    const { body } = await operate(`${list}/${id}/deliveries`, { method: 'GET' });
    const states = (body['items'] as { state: string }[]).map(({ state }) => state);
    return states.length === 2 && states.every((state) => state === 'delivered');
  });
  expect(new Set(sink.eventIds()).size).toBe(2);
  await page.getByText('Latest deliveries').click();
  await page.locator('.rows .badge').getByText('Delivered').first().waitFor();

  const { body } = await operate(list, { method: 'GET' });
  const secret = expect.stringMatching(/^whsec_…/) as unknown;
  expect(body['items']).toEqual([expect.objectContaining({ id, url: sink.url, disabled: false, secret })]);
});

test('an endpoint whose newest deliveries all failed is shown as failing until one gets through (OPER-13)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 500, headers: { 'Retry-After': '60' } });
  const { id } = await merchant.listenAt(sink);
  await world.startDispatcher();
  await merchant.push(2);
  await until('both have failed once', async () => {
    const deliveries = await world.deliveriesTo(id);
    return deliveries.length === 2 && deliveries.every(({ attempt }) => attempt === 1);
  });
  await signIn(`#/businesses/${merchant.id}`);
  const badge = page.locator('.endpoint .badge').first();
  await badge.getByText('Failing').waitFor();
  await see(/^Failing since/);
  await see('last answer: answered 500');

  sink.change({ status: 200 });
  await world.advance(70);
  await until('both are delivered', async () => {
    const deliveries = await world.deliveriesTo(id);
    return deliveries.every(({ state }) => state === 'delivered');
  });
  await page.reload();
  await badge.getByText('Enabled').waitFor();
  expect(await page.getByText('Failing since').count()).toBe(0);
});

test('a dead letter is replayed once its defect is fixed', async () => {
  const { apiKey } = await world.aMerchant();
  await alterMessages("ADD CONSTRAINT console_trip CHECK (subject <> 'Trip') NOT VALID");
  expect((await push(world.ingressUrl, apiKey, 'trip', { subject: 'Trip' })).status).toBe(500);
  await signIn();
  await page.getByRole('link', { name: 'Dead letters' }).click();
  await see('Push message');
  expect(await page.title()).toBe('Dead letters – Nudgeline console');
  await alterMessages('DROP CONSTRAINT console_trip');
  await page.getByRole('button', { name: 'Replay Push message' }).click();
  await see('Replayed: it is applied now.');
  expect((await push(world.ingressUrl, apiKey, 'trip', { subject: 'Trip' })).status).toBe(201);
});

test('the page shows how the platform judged the templates, and an operator can change it', async () => {
  await signIn('#/templates');
  const delayed = page.getByRole('listitem').filter({ hasText: 'order_delayed' });
  await delayed.locator('.badge').getByText('Approved').waitFor();
  await page.getByLabel('Order status').selectOption('Delayed');
  await page.getByLabel('Review', { exact: true }).selectOption('Rejected');
  await press('Set');
  await see('“Delayed” is now rejected.');
  await delayed.locator('.badge').getByText('Rejected').waitFor();
  const { body } = await operate(`${world.consoleUrl}/admin/v1/whatsapp-templates`, { method: 'GET' });
  expect(body['items']).toContainEqual({ order_status: 'delayed', review: 'rejected' });
});

test('a session is of no use to another site, and no page is cached, framed or indexed (OPER-4)', async () => {
  await signIn();
  const [cookie] = await context.cookies();
  const headers = { cookie: `${cookie!.name}=${cookie!.value}`, 'sec-fetch-site': 'cross-site' };
  const body = JSON.stringify({ name: 'Forged' });
  const businesses = `${world.consoleUrl}/admin/v1/businesses`;
  const forged = await request(businesses, { method: 'POST', headers, body });
  expect([forged.status, forged.body]).toEqual([403, { error_code: 'operator.foreign_request' }]);
  const bearer = { ...headers, authorization: 'Bearer wrong' };
  expect((await request(businesses, { headers: bearer })).status).toBe(401);

  const { headers: head } = await fetch(world.consoleUrl);
  expect(Object.fromEntries(head)).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'content-security-policy': expect.stringContaining("script-src 'self'; style-src 'self'") as unknown,
  });
});

describe.each([320, 768, 1280])('in a window %i wide', (width) => {
  test.each(['light', 'dark'] as const)('everything fits and can be read, %s', async (colorScheme) => {
    const merchant = await world.aMerchant();
    const { id } = await merchant.listenAt(world.openSink({ status: 200 }), { description: 'x'.repeat(200) });
    const text =
      "UPDATE webhook_endpoints SET last_error = 'answered 500', failing_since = created_at WHERE id = $1";
    await world.database.query({ name: 'test-failing', text }, [id]);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(world.consoleUrl);
    await audit();
    await signIn();
    await page.locator('.rows li').first().waitFor();
    await audit();
    await page.goto(`${world.consoleUrl}/#/businesses/${merchant.id}`);
    await page.locator('.endpoint').waitFor();
    await page.getByText('Latest deliveries').click();
    await page.getByLabel('Emails a day', { exact: true }).fill('many');
    await press('Save settings');
    await page.locator('.fault').waitFor();
    await press('Make a key');
    await page.locator('.secret').waitFor();
    await audit();
    await page.goto(`${world.consoleUrl}/#/dead-letters`);
    await see(/There are no dead letters|put aside/);
    await audit();
    await page.goto(`${world.consoleUrl}/#/templates`);
    await see('order_confirmed');
    await audit();
  });

  async function audit(): Promise<void> {
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await cutOffControls(page, 'form, .top, .card')).toEqual([]);
    expect(await unreadableTexts(page)).toEqual([]);
    expect(await namelessControls(page)).toEqual([]);
  }
});

async function signIn(part = ''): Promise<void> {
  await page.goto(`${world.consoleUrl}/${part}`);
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
  await press('Sign in');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

async function press(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function see(words: string | RegExp): Promise<void> {
  await page.locator('#view').getByText(words).first().waitFor();
}

async function alterMessages(change: string): Promise<void> {
  const text = `ALTER TABLE messages ${change}`;
  await world.database.query({ name: `test-${change.slice(0, 4)}`, text }, []);
}

async function balanceOf(id: string): Promise<number> {
  const { body } = await operate(`${world.consoleUrl}/admin/v1/businesses/${id}`, { method: 'GET' });
  return body['balance'] as number;
}

/** Presses Tab until the focus is on the element with this text or placeholder. */
async function tabTo(words: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    const focused =
      '(({ placeholder, textContent }) => placeholder || textContent.trim())(document.activeElement)';
    if ((await page.evaluate<string>(focused)) === words) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not lead to ${words}`);
}

/** The hours and minutes of a moment in India. */
function inIndia(at: string): string {
  const options = { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at));
}
