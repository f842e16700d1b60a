import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { openChromium } from '../fixtures/chromium';
import { aReader, askedOf, linkOf, tokenFor, type Reader } from '../fixtures/inbox';
import { openDatabase, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';

const LONG_BODY = 'Line after line.\n'.repeat(60);

const database = openDatabase();
let inbox: ServiceProcess;
let url: string;
let browser: Browser;

beforeAll(async () => {
  inbox = startBeside({}, 'inbox');
  [url, browser] = await Promise.all([inbox.ready(), openChromium()]);
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await database.close();
});

test('the page counts the message of its link once it has been in view for a second (INBOX-8)', async () => {
  const reader = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }]);
  const { page, calls } = await visit(reader);
  await page.clock.runFor(900);
  expect(await begunBy(page)).toBe(0);
  await page.clock.runFor(200);
  await untilCalls(calls, 1);
  await page.clock.runFor(60_000);
  expect(await begunBy(page)).toBe(1);
  expect(await openedBy(reader)).toEqual([reader.messageIds[1]]);
  await page.context().close();
});

test('a page that is not visible counts nothing until it is', async () => {
  const reader = await aReader(database);
  const { page, calls } = await visit(reader, { before: hide });
  await page.clock.runFor(60_000);
  expect(await begunBy(page)).toBe(0);
  await page.evaluate(`${show}; document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.runFor(1_100);
  await untilCalls(calls, 1);
  await page.context().close();
});

test('a look that lasts less than a second counts nothing', async () => {
  const reader = await aReader(database);
  const { page } = await visit(reader);
  await page.clock.runFor(900);
  await page.evaluate(`${hide}; document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.runFor(60_000);
  expect(await begunBy(page)).toBe(0);
  await page.context().close();
});

test('the message of the link is scrolled into view below others, and it alone counts', async () => {
  const reader = await aReader(
    database,
    Array.from({ length: 20 }, (_, n) => ({ subject: `Number ${n}`, body: LONG_BODY.slice(0, 800) })),
  );
  const { page, calls } = await visit(reader, { messageId: reader.messageIds[3]! });
  await page.clock.runFor(5_000);
  await untilCalls(calls, 1);
  const box = await page.locator('#unfolded').boundingBox();
  expect(box!.y).toBeGreaterThanOrEqual(0);
  expect(box!.y).toBeLessThan(200);
  expect(await openedBy(reader)).toEqual([reader.messageIds[3]]);
  await page.context().close();
});

test('a message that is scrolled out of view within a second does not count', async () => {
  const reader = await aReader(database, [{ body: LONG_BODY }, { body: 'Short.' }, { body: LONG_BODY }]);
  const { page, calls } = await visit(reader, { messageId: reader.messageIds[1]! });
  await page.locator('summary').first().click();
  await untilCalls(calls, 1);
  await page.evaluate('scrollTo(0, 0)');
  await until('the linked message is out of view', async () => {
    const box = await page.locator('#unfolded .text').boundingBox();
    return box!.y > 844;
  });
  await observed(page);
  await page.clock.runFor(60_000);
  expect(await begunBy(page)).toBe(1);
  expect(await openedBy(reader)).toEqual([reader.messageIds[2]]);
  await page.context().close();
});

test('unfolding another message counts that one at once, and once (INBOX-8)', async () => {
  const reader = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }, { subject: 'Third' }]);
  const { page, calls } = await visit(reader);
  const second = page.locator('summary', { hasText: 'Second' });
  await second.click();
  await untilCalls(calls, 1);
  await second.click();
  await second.click();
  await page.clock.runFor(1_100);
  await untilCalls(calls, 2);
  expect(await openedBy(reader)).toEqual([reader.messageIds[1], reader.messageIds[2]]);
  await page.context().close();
});

test('a call that failed is made again (INBOX-8)', async () => {
  const reader = await aReader(database);
  const { page, calls } = await visit(reader, {}, async (opened) => {
    await opened.route('**/opened', (route) => route.abort(), { times: 1 });
    await opened.route('**/opened', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await opened.route('**/opened', (route) => route.fulfill({ status: 429 }), { times: 1 });
  });
  await page.clock.runFor(1_100);
  await untilCalls(calls, 1);
  await until('three more calls', async () => {
    await page.clock.runFor(1_000);
    return calls.length === 4;
  });
  expect(await openedBy(reader)).toEqual(reader.messageIds);
  await page.context().close();
});

test('without script the page counts nothing by itself, and has a button for it', async () => {
  const reader = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }]);
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(addressOf(reader));
  await page.getByText('First').click();
  expect(await openedBy(reader)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as read' }).nth(1).click();
  await page.getByRole('heading', { name: 'Marked as read' }).waitFor();
  expect(await openedBy(reader)).toEqual([reader.messageIds[0]]);
  await page.getByRole('link', { name: 'Back to your messages' }).click();
  await page.getByRole('button', { name: 'Mark as read' }).first().click();
  await page.getByRole('heading', { name: 'Marked as read' }).waitFor();
  expect(await openedBy(reader)).toEqual(reader.messageIds);
  await context.close();
});

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
const setVisibility = (state: string): string =>
  `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' })`;
const hide = setVisibility('hidden');
const show = setVisibility('visible');

/** Counts in the page itself, because a call that has just begun cannot be seen from outside. */
const COUNT_CALLS = `
  globalThis.begun = 0;
  const send = globalThis.fetch;
  globalThis.fetch = (...call) => {
    globalThis.begun += 1;
    return send(...call);
  };`;

function begunBy(page: Page): Promise<number> {
  return page.evaluate<number>('begun');
}

interface Visit {
  readonly messageId?: string;
  /** Runs in the page before its own script. */
  readonly before?: string;
}

/** Opens the link on a phone whose clock moves only when the test moves it. */
async function visit(
  reader: Reader,
  { messageId, before }: Visit = {},
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<{ page: Page; calls: Request[] }> {
  const page = await (await browser.newContext(PHONE)).newPage();
  const calls: Request[] = [];
  page.on('requestfinished', (sent) => sent.method() === 'POST' && calls.push(sent));
  page.on('requestfailed', (sent) => sent.method() === 'POST' && calls.push(sent));
  // The clock runs until it is paused, and cannot go back. A day is more than any machine needs until then.
  await page.clock.install({ time: '2026-03-01' });
  await page.clock.pauseAt('2026-03-02');
  await page.addInitScript(COUNT_CALLS);
  if (before !== undefined) await page.addInitScript(before);
  await prepare(page);
  await page.goto(addressOf(reader, messageId));
  await observed(page);
  return { page, calls };
}

/** Observers in a page report what is in view with its next frame, in the order of their creation. */
async function observed(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((seen) => new IntersectionObserver(seen).observe(document.body)).then(() => 1)',
  );
}

function addressOf(reader: Reader, messageId?: string): string {
  return `${url}/i/${tokenFor(linkOf(reader, messageId))}`;
}

function untilCalls(calls: readonly Request[], count: number): Promise<boolean> {
  return until(`the page has called ${count} times`, () => calls.length === count);
}

/** The messages whose opening the inbox reported to the ledger. */
async function openedBy({ businessId, recipientId }: Reader): Promise<string[]> {
  return (await askedOf(businessId)).flatMap((body) => {
    if (!('OpenMessage' in body)) return [];
    expect(body.OpenMessage.recipient_id).toBe(recipientId);
    return [body.OpenMessage.message_id];
  });
}
