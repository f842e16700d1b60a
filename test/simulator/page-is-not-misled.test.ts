import type { Page, Route } from 'playwright-core';
import { anEmail, type SimulatorStandIn } from '../fixtures/simulator-stand-in';
import { visitEachTest, type Visit } from '../fixtures/simulator-visit';
import { until } from '../fixtures/until';

const ADA = 'ada@example.com';
const BEN = 'ben@example.org';
const PHONE = '+4915123456789';
const SHOP = '+4915700000001';

const visits = visitEachTest();
let visit: Visit;
let page: Page;
let world: SimulatorStandIn;
beforeEach(() => {
  visit = visits.current;
  ({ page, world } = visit);
});

describe('what is typed while an answer is on its way', () => {
  test('a recipient gets neither the number nor the view of the push before', async () => {
    await visit.open();
    const held = await hold('**/sim/push');
    await visit.press('Push update');
    await until('the push is under way', () => held.length === 1);
    await page.getByLabel('Recipient’s email').fill(BEN);
    await held[0]?.continue();
    await visit.see('Stored, and the nudge is queued.');
    await page.locator('#people [aria-pressed=true]').waitFor();
    expect(await page.locator('#people').textContent()).toContain(ADA);
    expect(await page.locator('#people').textContent()).not.toContain(BEN);
    expect(await page.locator('#phone-number').textContent()).toBe(PHONE);
  });

  test('an answer about one ending is not shown for another', async () => {
    world.arrive('email', ADA, anEmail());
    await visit.open();
    const held = await hold('**/sim/behaviour');
    const select = page.locator('#mail-endings select');
    await select.selectOption('bounces for good');
    await page.locator('#mail-endings').getByRole('button').click();
    await until('it is under way', () => held.length === 1);
    await select.selectOption('is refused');
    await held[0]?.continue();
    await visit.see('Set: it bounces for good, until you set another.');
  });

  test('a reply that could not be sent is not attributed to another person', async () => {
    world.arrive('sms', '+4915199999999', { from: SHOP, text: 'For another' });
    world.arrive('sms', PHONE, { from: SHOP, text: 'For Ada' });
    await visit.open();
    await page.getByRole('button', { name: PHONE }).click();
    await page.locator('#thread').getByText('For Ada').waitFor();
    const held = await hold('**/sim/sms/inbound');
    await page.getByLabel('Reply', { exact: true }).fill('Ada’s words');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await until('it is under way', () => held.length === 1);
    await page.getByRole('button', { name: '+4915199999999' }).click();
    await page.locator('#thread').getByText('For another').waitFor();
    await held[0]?.abort();
    await visit.see('The simulator does not answer');
    expect(await page.getByLabel('Reply', { exact: true }).inputValue()).toBe('');
  });
});

test('an answer that comes late does not set the clock back', async () => {
  await visit.open();
  const held: Route[] = [];
  await page.route('**/sim/clock', async (route) => {
    if (route.request().method() === 'GET' && held.length === 0) held.push(route);
    else await route.continue();
  });
  const before = JSON.stringify({ now: new Date(world.nowMs).toISOString() });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await until('the clock is asked', () => held.length === 1);
  await visit.press('+1 day');
  const day = async () => (await page.locator('#now').getAttribute('datetime'))?.slice(0, 10);
  await until('it is tomorrow', async () => (await day()) === '2025-11-16');
  await held[0]?.fulfill({ status: 200, contentType: 'application/json', body: before });
  const seconds = async () => Date.parse((await page.locator('#now').getAttribute('datetime')) ?? '');
  const shown = await seconds();
  await until('the clock goes on', async () => Math.abs((await seconds()) - shown) >= 2_000);
  expect(await day()).toBe('2025-11-16');
});

test('news of the person who is shown is not counted, not even the first', async () => {
  await visit.open();
  world.arrive('email', ADA, anEmail());
  await page.locator('#mails').getByText('Your order').waitFor();
  expect(await page.locator('#people [aria-pressed=true] .count').textContent()).toBe('');
});

test('what a provider refused is no news of its recipient', async () => {
  world.arrive('email', ADA, anEmail());
  await visit.open();
  await page.locator('#mails').getByText('Your order').waitFor();
  world.arrive('email', BEN, anEmail(), 'refuse');
  const ben = page.locator('#people li', { hasText: BEN });
  await ben.waitFor();
  expect(await ben.locator('.count').textContent()).toBe('');
  expect(await page.locator('[data-fresh=mail]').textContent()).toBe('');
  expect(await page.locator('#announcer').textContent()).toBe('');
});

test('a nudge held beyond all time is refused at its field', async () => {
  const detail = [{ type: 'datetime_parsing', loc: ['body', 'send_at'], msg: 'No time', input: '' }];
  world.pushAnswer = { status: 422, body: { error_code: 'common.validation_failed', detail } };
  await visit.open();
  await page.getByText('More options').click();
  const delay = page.getByLabel('Hold the nudge for');
  await delay.fill('999999999999');
  await visit.press('Push update');
  await visit.see('No time');
  expect(await delay.getAttribute('aria-invalid')).toBe('true');
  expect(world.calls[0]?.body['send_at']).toBe('999999999999');
});

test('a number that another person holds shows nobody that person’s texts', async () => {
  world.holders.set(ADA, PHONE);
  world.arrive('sms', PHONE, { from: SHOP, text: 'For Ada' });
  world.arrive('email', ADA, anEmail());
  await visit.open();
  await page.locator('#thread').getByText('For Ada').waitFor();
  // The form shows Ada's number.
  await page.getByLabel('Recipient’s email').fill(BEN);
  await visit.press('Push update');
  await page.locator('#people [aria-pressed=true]').getByText(BEN).waitFor();
  await visit.see('No number is known for this person');
  expect(await page.locator('#phone-number').textContent()).toBe('');
  expect(await page.locator('#thread').textContent()).not.toContain('For Ada');
});

test('a number that was set through the API is joined to its person', async () => {
  world.arrive('sms', PHONE, { from: SHOP, text: 'For Ada' });
  world.arrive('email', ADA, anEmail());
  world.holders.set(ADA, PHONE);
  await visit.open();
  await page.locator('#thread').getByText('For Ada').waitFor();
  expect(await page.locator('#people .name').allTextContents()).toEqual([ADA]);
  world.holders.set(ADA, '+4915100000000');
  await page.reload();
  await until('the old number is a stranger’s', async () => {
    const names = await page.locator('#people .name').allTextContents();
    return names.sort().join() === [PHONE, ADA].join();
  });
});

test('a number pushed in another tab in the meantime is not forgotten', async () => {
  await visit.open();
  const other = await page.context().newPage();
  await other.goto(world.url);
  await other.locator('[data-state=live]').waitFor();
  await visit.press('Push update');
  await visit.see('Stored, and the nudge is queued.');
  await other.getByLabel('Recipient’s email').fill(BEN);
  await other.getByLabel('Mobile number').fill('+49 1512 0000000');
  await other.getByRole('button', { name: 'Push update' }).click();
  await other.locator('.verdict').getByText('Stored, and the nudge is queued.').waitFor();
  world.arrive('email', ADA, anEmail());
  await page.reload();
  await page.getByRole('button', { name: ADA }).click();
  await until(
    'her number is shown',
    async () => (await page.locator('#phone-number').textContent()) === PHONE,
  );
});

test('a demo shop whose push is forbidden shows that', async () => {
  world.pushAnswer = { status: 403, body: { error_code: 'business.inactive' } };
  await visit.open();
  await visit.press('Push update');
  await visit.see('(business.inactive)');
  expect(await page.locator('.verdict').textContent()).not.toContain('Push again');
});

/** From now on calls of this address stay unanswered until the test releases them. */
async function hold(url: string): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(url, (route) => void held.push(route));
  return held;
}
