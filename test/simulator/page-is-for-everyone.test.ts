import { anEmail } from '../fixtures/simulator-stand-in';
import { visitEachTest } from '../fixtures/simulator-visit';
import { cutOffControls, namelessControls, overflowOf, unreadableTexts } from '../fixtures/page-audit';

const PHONE = '+4915123456789';
const SHOP = '+4915700000001';
const LONG = `Your-order-${'x'.repeat(120)}`;

const visits = visitEachTest();

describe.each([
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 900],
])('in a window of %i by %i', (width, height) => {
  test.each(['light', 'dark'] as const)('everything fits and can be read, %s', async (colorScheme) => {
    const { current: visit } = visits;
    const { page, world } = visit;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visit.open();
    await audit();

    world.afterPush = () => {
      world.arrive('email', 'ada@example.com', anEmail({ subject: LONG, from: LONG }));
      world.arrive('email', 'ada@example.com', anEmail(), 'refuse');
      world.arrive('sms', PHONE, { from: SHOP, text: `${LONG} https://inbox.example/s/code` });
      world.arrive('whatsapp', PHONE, { from: SHOP, text: LONG });
    };
    await page.getByText('More options').click();
    await visit.press('Push update');
    await page.locator('#thread li').waitFor({ state: 'attached' });
    await page.getByText('The call and its answer').click();
    await audit();
    await openView('Mailbox');
    await audit();
    await openView('Phone');
    await visit.press('STOP');
    await page.locator('#thread .own').waitFor();
    await audit();

    async function audit(): Promise<void> {
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await cutOffControls(page, 'form, .top, .device')).toEqual([]);
      expect(await unreadableTexts(page)).toEqual([]);
      expect(await namelessControls(page)).toEqual([]);
    }

    async function openView(name: string): Promise<void> {
      const button = page.getByRole('navigation', { name: 'Parts' }).getByRole('button', { name });
      if (await button.isVisible()) await button.click();
    }
  });
});

describe('on a small screen', () => {
  test('one part is shown at a time, and news in the others is counted', async () => {
    const { page, world, open, press } = bound();
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    world.afterPush = () => world.arrive('email', 'ada@example.com', anEmail());
    expect(await page.locator('.phone').first().isVisible()).toBe(false);
    await press('Push update');
    await page.locator('[data-fresh=mail]').getByText('1').waitFor();
    await press('Mailbox');
    await page.locator('#mails').getByText('Your order').waitFor();
    expect(await page.getByRole('button', { name: 'Push update' }).isVisible()).toBe(false);
    expect(await page.locator('[data-fresh=mail]').textContent()).toBe('');
  });
});

describe('with the keyboard alone', () => {
  test('an update is pushed, its email unfolded and its text answered', async () => {
    const { page, world, open } = bound();
    await open();
    world.afterPush = () => {
      world.arrive('email', 'ada@example.com', anEmail());
      world.arrive('sms', PHONE, { from: SHOP, text: 'Hello' });
    };
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to mailbox and phone');
    await tabTo('Push update');
    await page.keyboard.press('Enter');
    await page.locator('#thread li').waitFor();
    expect(await focused()).toBe('Push update');
    const unfolded = page.locator('#mails > li > details[open]');
    await unfolded.waitFor();
    await tabTo('Your order');
    await page.keyboard.press('Enter');
    expect(await unfolded.count()).toBe(0);
    await tabTo('STOP');
    await page.keyboard.press('Enter');
    await page.locator('#thread .own').waitFor();

    async function tabTo(words: string): Promise<void> {
      for (let presses = 0; presses < 60; presses += 1) {
        if ((await focused()).startsWith(words)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard does not lead to ${words}`);
    }

    async function focused(): Promise<string> {
      return page.evaluate<string>('document.activeElement.textContent.trim()');
    }
  });
});

function bound() {
  const { current: visit } = visits;
  return {
    page: visit.page,
    world: visit.world,
    open: () => visit.open(),
    press: (name: string) => visit.press(name),
  };
}
