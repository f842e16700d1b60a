import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from '../fixtures/chromium';
import { ageEmails, aReader, askedOf, linkOf, setStatus, tokenFor, type Reader } from '../fixtures/inbox';
import { openDatabase, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';

const EVIL = `<script>alert(1)</script><img src=x onerror=alert(1)> https://shop.example/"onmouseover="alert(1)`;
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
const SCHEMES = ['light', 'dark'] as const;

const database = openDatabase();
let inbox: ServiceProcess;
let url: string;
let browser: Browser;
let ada: Reader;
let link: string;

beforeAll(async () => {
  inbox = startBeside({}, 'inbox');
  [url, browser] = await Promise.all([inbox.ready(), openChromium()]);
  ada = await aReader(database, [
    { subject: 'We have your order', order_status: 'confirmed', reference: '1042' },
    { subject: 'Wrong parcel number', order_status: 'shipped' },
    { subject: 'It comes on Tuesday', order_status: 'delayed' },
    { subject: 'A refund', order_status: 'refunded', reference: '#998' },
    {
      subject: 'W'.repeat(300),
      body: 'w'.repeat(3_000),
      order_status: 'delivered',
      reference: '9'.repeat(100),
    },
    { subject: 'On its way', body: 'Follow it:\nhttps://track.example/1042.', order_status: 'shipped' },
  ]);
  await setStatus(database, ada.messageIds[1]!, 'retracted');
  await setStatus(database, ada.messageIds[2]!, 'obsolete');
  link = `${url}/i/${tokenFor(linkOf(ada))}`;
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await database.close();
});

describe.each(Object.entries(SIZES))('on a %s', (_size, viewport) => {
  test.each(SCHEMES)(
    'everything can be read in %s colours, with a contrast of 4.5, and nothing overflows (INBOX-20)',
    async (scheme) => {
      await visit({ viewport, colorScheme: scheme }, link, async (page) => {
        await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
        expect(await page.evaluate(CONTRASTS_TOO_LOW)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
        const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        const [red = 0] = /\d+/.exec(ground)?.map(Number) ?? [];
        expect(red > 127 ? 'light' : 'dark').toBe(scheme);
      });
    },
  );

  test('everything that can be pressed is large enough for a thumb (INBOX-20)', async () => {
    await visit({ viewport }, link, async (page) => {
      await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
      const heights = await page
        .locator('summary, button')
        .evaluateAll((all) =>
          (all as unknown as { getBoundingClientRect(): { height: number } }[]).map(
            (element) => element.getBoundingClientRect().height,
          ),
        );
      expect(heights.length).toBeGreaterThan(10);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    });
  });
});

test('the keyboard is enough to unfold, to follow a link, and to stop texts (INBOX-20)', async () => {
  const reader = await aReader(database, [{ subject: 'First' }, { body: 'See https://track.example/1' }]);
  await visit({}, `${url}/i/${tokenFor(linkOf(reader))}`, async (page) => {
    const stops: string[] = [];
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate<string>('document.activeElement.textContent.trim().split("\\n")[0]'));
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).toBe('solid');
    }
    expect(stops).toEqual([
      'Your order',
      'https://track.example/1',
      'First',
      'Stop texts',
      'Stop WhatsApp',
      'Unsubscribe from all',
    ]);
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
    const counted = page.waitForResponse('**/opened');
    await page.keyboard.press('Enter');
    expect((await counted).status()).toBe(204);
    expect(await page.locator('details', { hasText: 'First' }).getAttribute('open')).toBe('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Texts are stopped' }).waitFor();
  });
  expect(await askedOf(reader.businessId)).toContainEqual({
    StopChannel: { recipient_id: reader.recipientId, channel: 'sms', source: 'inbox' },
  });
});

test('a screen reader finds headings, a list and the possible actions (INBOX-20)', async () => {
  await visit({}, link, async (page) => {
    const tree = await page.locator('main').ariaSnapshot();
    expect(tree).toMatch(/heading "Bloom & Co" \[level=1\]/);
    expect(tree).toMatch(/list:/);
    expect(tree).toMatch(/heading "On its way" \[level=2\]/);
    expect(tree).toMatch(/region "Choose what reaches you"/);
    expect(tree).toContain('Taken back');
    expect(tree).toContain('Out of date');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    expect(await page.title()).toBe('Bloom & Co: your updates');
  });
});

test('without script everything works: reading, stopping and unsubscribing (INBOX-20)', async () => {
  const reader = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }]);
  const address = `${url}/i/${tokenFor(linkOf(reader))}`;
  await visit({ javaScriptEnabled: false, viewport: SIZES.phone }, address, async (page) => {
    expect(await page.locator('time').first().textContent()).toMatch(/ UTC$/);
    await page.getByText('Stop WhatsApp').first().click();
    await page.getByRole('button', { name: 'Stop WhatsApp' }).click();
    await page.getByRole('heading', { name: 'WhatsApp messages are stopped' }).waitFor();
    await page.getByRole('link', { name: 'Back to your messages' }).click();
    await page.getByText('Unsubscribe from all').first().click();
    await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  });
  expect(await askedOf(reader.businessId)).toEqual([
    { StopChannel: { recipient_id: reader.recipientId, channel: 'whatsapp', source: 'inbox' } },
    { Unsubscribe: { recipient_id: reader.recipientId, source: 'inbox' } },
  ]);
});

test('an expired link is renewed by its button', async () => {
  const expired = tokenFor(linkOf(ada), Date.now() - 1_000);
  await ageEmails(database, ada);
  await visit({ javaScriptEnabled: false }, `${url}/i/${expired}`, async (page) => {
    await page.getByRole('button', { name: 'Email me a new link' }).click();
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
  });
  expect(await askedOf(ada.businessId)).toContainEqual({
    RenewLink: { recipient_id: ada.recipientId, message_id: ada.messageIds.at(-1) },
  });
});

test('times are shown in the time zone and the format of the reader', async () => {
  const context = { timezoneId: 'Asia/Tokyo', locale: 'de-DE' };
  await visit(context, link, async (page) => {
    const time = page.locator('time').first();
    const at = new Date((await time.getAttribute('datetime'))!);
    const format = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    });
    expect(await time.textContent()).toBe(format.format(at));
  });
});

test('the text of a message is shown, never run (INBOX-6)', async () => {
  const reader = await aReader(database, [{ subject: EVIL, body: EVIL }]);
  await visit({}, `${url}/i/${tokenFor(linkOf(reader))}`, async (page) => {
    expect(await page.locator('.text').textContent()).toBe(EVIL);
    expect(await page.locator('h2').first().textContent()).toBe(EVIL);
    expect(await page.locator('.text a').evaluateAll((links) => links.map(String))).toEqual([
      'https://shop.example/',
    ]);
    expect(await page.locator('img, [onmouseover]').count()).toBe(0);
  });
});

test('a page of a hundred messages is one answer of less than 50 KB, and loads nothing else (INBOX-19)', async () => {
  const pushes = Array.from({ length: 100 }, (_, n) => ({
    subject: `Order ${n}: your parcel is with the carrier`,
    body: 'Good news: the parcel with your order has left our warehouse this morning. '.repeat(5),
    reference: `${n}`,
    order_status: 'shipped',
  }));
  const reader = await aReader(database, pushes);
  const context = await browser.newContext({ viewport: SIZES.phone });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(`${sent.method()} ${sent.url()}`));
  const address = `${url}/i/${tokenFor(linkOf(reader))}`;
  const counted = page.waitForResponse('**/opened');
  const answer = await page.goto(address);
  const { responseBodySize, responseHeadersSize } = await answer!.request().sizes();
  expect(responseBodySize + responseHeadersSize).toBeLessThan(50_000);
  await counted;
  expect(asked).toEqual([`GET ${address}`, `POST ${address}/opened`]);
  expect(await page.locator('ol > li').count()).toBe(100);
  await page.locator('ol > li a').last().click();
  await page.locator('#unfolded', { hasText: 'Order 0: your parcel' }).waitFor();
  await context.close();
});

/** Opens a page that has to be free of errors, refused scripts and dialogs. */
async function visit(
  options: BrowserContextOptions,
  address: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (line) => faults.push(line.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(address);
  await look(page);
  await context.close();
  expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
}

/** Every text of the page whose colour is too close to its background, by the formula of WCAG 2. */
const CONTRASTS_TOO_LOW = `(() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = parse(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    const [, , , alpha = 1] = parse(colour);
    return alpha === 1 ? colour : behind(element.parentElement);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const low = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (texts.currentNode.textContent.trim() === '' || element.checkVisibility() === false) continue;
    const pair = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < 4.5) low.push(texts.currentNode.textContent.trim().slice(0, 40) + ': ' + ratio.toFixed(2));
  }
  return low;
})()`;
