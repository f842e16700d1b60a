import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { openChromium } from '../fixtures/chromium';
import { aBusiness, ConsoleStandIn } from '../fixtures/console-stand-in';
import { until } from '../fixtures/until';

const world = new ConsoleStandIn();
const BUSINESS = '**/admin/v1/businesses/biz_1';
const EMPTY = { items: [], next_cursor: null };
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [browser] = await Promise.all([openChromium(), world.listen()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  complaints = [];
  context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addCookies([world.cookie()]);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await answer(BUSINESS, aBusiness());
  await answer(`${BUSINESS}/credits`, { balance: 100, ...EMPTY });
  await answer(`${BUSINESS}/webhook-endpoints`, EMPTY);
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

test('an answer to a read from before a top-up does not take its credits off the page', async () => {
  const early: Route[] = [];
  let balance = 100;
  await page.route(`${BUSINESS}/credits`, async (route) => {
    if (route.request().method() === 'POST') {
      balance += 50;
      await json(route, { balance }, 201);
    } else if (early.length === 0) early.push(route);
    else await json(route, { balance, ...EMPTY });
  });
  await open('#/businesses/biz_1');
  await until('the page has asked for the ledger', () => early.length === 1);
  await page.getByLabel('Amount').fill('50');
  await press('Top up');
  await see('50 credits added. The balance is 150.');
  await page.locator('#balance').getByText('150').waitFor();
  await json(early[0]!, { balance: 100, ...EMPTY });
  await answered(`${BUSINESS}/credits`);
  expect(await page.locator('#balance').textContent()).toBe('150');
});

test('what another operator has changed in the meantime is not changed back (OPER-20)', async () => {
  const patches: unknown[] = [];
  let stored = aBusiness();
  await page.route(BUSINESS, async (route) => {
    if (route.request().method() === 'PATCH') {
      const patch = route.request().postDataJSON() as Record<string, unknown>;
      patches.push(patch);
      stored = { ...stored, ...patch };
    }
    await json(route, stored);
  });
  await open('#/businesses/biz_1');
  await page.getByLabel('Emails a day', { exact: true }).fill('500');
  stored = { ...stored, plan: 'past_due' };
  await press('Save settings');
  await see('The settings are saved.');
  await page.getByLabel('Emails a day', { exact: true }).fill('600');
  await press('Save settings');
  await until('both are saved', () => patches.length === 2);
  expect(patches).toEqual([{ email_daily_cap: 500 }, { email_daily_cap: 600 }]);
});

test('the result of a search names what was searched for, not what was typed since', async () => {
  const held: Route[] = [];
  await page.route('**/admin/v1/businesses*', async (route) => {
    if (route.request().url().includes('name=')) held.push(route);
    else await json(route, EMPTY);
  });
  await open();
  await page.getByLabel('Search').fill('corner');
  await until('the page has asked for it', () => held.length === 1);
  // The page searches a quarter of a second after the last key.
  await page.evaluate('window.setTimeout = () => 0');
  await page.getByLabel('Search').fill('corner shop');
  await json(held[0]!, EMPTY);
  await see('No business has “corner” in its name.');
});

test('a top-up without an answer is not sent again after its key has expired (OPER-19)', async () => {
  await page.route(`${BUSINESS}/credits`, (route) =>
    route.request().method() === 'POST' ? route.abort() : json(route, { balance: 100, ...EMPTY }),
  );
  await open('#/businesses/biz_1');
  await page.getByLabel('Amount').fill('50');
  await press('Top up');
  await see('If you send it again, it is still booked only once.');
  expect(await page.getByRole('button', { name: 'Send it again' }).isVisible()).toBe(true);

  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60_000);
  await page.reload();
  await see('This top-up got no answer a day ago');
  expect(await page.getByRole('button', { name: 'Send it again' }).isVisible()).toBe(false);
  await press('Give it up');
  expect(await page.getByRole('button', { name: 'Top up' }).isVisible()).toBe(true);
});

describe('the focus stays where the work goes on', () => {
  test('when a key has been stored', async () => {
    await answer(`${BUSINESS}/keys`, { name: 'API key', key: 'osk_1' }, 201);
    await open('#/businesses/biz_1');
    await press('Make a key');
    await press('I have stored it');
    await untilFocused('Name of the key (optional)');
  });

  test('when the key of a new business has been stored', async () => {
    await page.route('**/admin/v1/businesses', (route) =>
      route.request().method() === 'POST'
        ? json(route, { ...aBusiness(), api_key: 'osk_1' }, 201)
        : json(route, EMPTY),
    );
    await open();
    await page.getByLabel('New business').fill('Corner shop');
    await press('Make it');
    await press('I have stored it');
    await untilFocused('Open Corner shop');
  });

  test('when a dead letter has been replayed', async () => {
    await answer('**/admin/v1/dead-letters', { items: [aDeadLetter()], next_cursor: null });
    await answer('**/admin/v1/dead-letters/dlq_1/replay', { id: 'dlq_1', status_code: 201 });
    await open('#/dead-letters');
    await press('Replay Push message dlq_1');
    await see('Replayed: it is applied now.');
    await untilFocused('Replayed: it is applied now.');
  });

  test('when the last page of a list has no link in it', async () => {
    const entry = { id: 'crd_1', kind: 'top_up', amount: 1, balance: 1, note: 'First', created_at: NOW };
    await page.route(`${BUSINESS}/credits*`, (route) =>
      route.request().url().includes('cursor=')
        ? json(route, { balance: 1, items: [{ ...entry, note: 'Oldest' }], next_cursor: null })
        : json(route, { balance: 1, items: [entry], next_cursor: 'crd_1' }),
    );
    await open('#/businesses/biz_1');
    await page.getByText('Ledger', { exact: true }).click();
    await press('Show more');
    await see('Oldest');
    await untilFocused('Oldest');
  });

  test('when what could not be loaded is loaded after all', async () => {
    const states = [503, 503, 200];
    await page.route('**/admin/v1/dead-letters', (route) =>
      json(route, { ...EMPTY, error_code: 'service.unavailable' }, states.shift()),
    );
    await open('#/dead-letters');
    await press('Try again');
    await until('the page has asked twice', () => states.length === 1);
    await untilFocused('Try again');
    await press('Try again');
    await see('There are no dead letters.');
    await untilFocused('There are no dead letters.');
  });
});

const NOW = '2026-09-21T14:13:20.000Z';

function aDeadLetter(): object {
  const about = { id: 'dlq_1', command: 'PushMessage', business_id: null, parked_at: NOW, replayed_at: null };
  return { ...about, reason: 'defect', error: 'broken' };
}

async function open(part = ''): Promise<void> {
  await page.goto(`${world.url}/${part}`);
}

async function press(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function see(words: string): Promise<void> {
  await page.locator('#view').getByText(words).first().waitFor();
}

async function untilFocused(words: string): Promise<void> {
  await until(`the focus is on “${words}”`, async () => (await focused()).includes(words));
}

/** The label or the text of the element that has the focus. */
async function focused(): Promise<string> {
  return page.evaluate<string>(
    "((active) => active === document.body ? 'nothing' : (active.labels?.[0] ?? active).textContent)(document.activeElement)",
  );
}

async function answer(url: string, body: object, status = 200): Promise<void> {
  await page.route(url, (route) => json(route, body, status));
}

async function json(route: Route, body: object, status = 200): Promise<void> {
  await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
}

/** Resolves when the page has processed all answers before this one. */
async function answered(url: string): Promise<void> {
  await page.evaluate(
    `fetch(${JSON.stringify(url.replace('**', ''))}).then(() => new Promise((done) => setTimeout(done)))`,
  );
}
