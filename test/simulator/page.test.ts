import type { Page } from 'playwright-core';
import { anEmail, type SimulatorStandIn } from '../fixtures/simulator-stand-in';
import { visitEachTest, type Visit } from '../fixtures/simulator-visit';
import { until } from '../fixtures/until';

const ADA = 'ada@example.com';
const ADAS_PHONE = '+4915123456789';
const SHOP = '+4915700000001';

const visits = visitEachTest();
let visit: Visit;
let page: Page;
let world: SimulatorStandIn;
beforeEach(() => {
  visit = visits.current;
  ({ page, world } = visit);
});

describe('a newcomer', () => {
  test('presses one button and sees the email and the text arrive', async () => {
    await visit.open();
    await visit.see('Nobody has heard from you yet');
    world.afterPush = () => {
      world.arrive('email', ADA, anEmail({ subject: 'Your order is on its way' }));
      world.arrive('sms', ADAS_PHONE, { from: SHOP, text: 'Demo shop: order #1042 has shipped.' });
    };
    await visit.press('Push update');

    await visit.see('Stored, and the nudge is queued.');
    await visit.see('WhatsApp not sent: they have not agreed to WhatsApp messages');
    await page.locator('#mails').getByText('Your order is on its way').waitFor();
    await page.frameLocator('#mails iframe').getByText('There is an update').waitFor();
    await page.locator('#thread').getByText('order #1042 has shipped').waitFor();
    expect(await page.locator('#phone-number').textContent()).toBe(ADAS_PHONE);
    const [push] = world.calls;
    expect(push).toMatchObject({
      call: 'POST /api/v1/messages',
      headers: { authorization: 'Bearer osk_demo' },
      body: {
        recipient_email: ADA,
        recipient_phone: ADAS_PHONE,
        channels: ['email', 'sms'],
        order_status: 'shipped',
      },
    });
    expect(push?.body).not.toHaveProperty('notify');
  });

  test('tries the options of a push', async () => {
    await visit.open();
    await page.getByLabel('WhatsApp', { exact: true }).check();
    await page.getByLabel('They agreed to WhatsApp').check();
    await page.getByText('More options').click();
    await page.getByLabel('Text them if WhatsApp cannot deliver').check();
    await page.getByLabel('only if unread after').fill('30');
    await page.getByLabel('Hold the nudge for').fill('10');
    await page.locator('[name=notify]').selectOption('Always');
    await page.locator('[name=kind]').selectOption('Updates the one with this subject');
    await page.locator('[name=order_status]').selectOption('Delayed');
    await visit.press('Push update');
    const { body } = await visit.called('POST /api/v1/messages');
    expect(body).toMatchObject({
      subject: 'Your order is running late',
      channels: ['email', 'sms', 'whatsapp'],
      whatsapp_opt_in: { source: 'Simulator' },
      sms_if_whatsapp_fails: true,
      escalate_if_unread_after_minutes: 30,
      notify: true,
      kind: 'updateable',
    });
    const heldForMs = Date.parse(String(body['send_at'])) - world.nowMs;
    expect(Math.abs(heldForMs - 600_000)).toBeLessThan(120_000);
  });

  test('sees at the field what is wrong with it', async () => {
    const detail = [
      { type: 'value_error', loc: ['body', 'recipient_email'], msg: 'Value error, no address', input: 'x' },
    ];
    world.pushAnswer = { status: 422, body: { error_code: 'common.validation_failed', detail } };
    await visit.open();
    const email = page.getByLabel('Recipient’s email');
    await email.fill('x');
    await visit.press('Push update');
    await visit.see('Something in the form is not right. (common.validation_failed)');
    await visit.see('No address');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('[name=recipient_email]:focus').count()).toBe(1);
    await email.fill(ADA);
    expect(await email.getAttribute('aria-invalid')).toBeNull();
  });

  test('must give the country of a number, so that its texts can be told from others', async () => {
    await visit.open();
    await page.getByLabel('Mobile number').fill('01512 3456789');
    await visit.press('Push update');
    await visit.see('Begin with + and the code of the country');
    expect(world.calls).toEqual([]);
  });

  test('pushes the same again after no answer, and a changed push is a new one', async () => {
    world.pushAnswer = { status: 503, body: { error_code: 'service.unavailable' } };
    await visit.open();
    await visit.press('Push update');
    await visit.see(
      'The service is not ready. Push again: it will not be stored twice. (service.unavailable)',
    );
    await visit.press('Push update');
    await until('two pushes have arrived', () => world.calls.length === 2);
    await page.locator('[name=subject]').fill('Another');
    await visit.press('Push update');
    await until('three pushes have arrived', () => world.calls.length === 3);
    const [first, second, third] = world.calls.map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    expect(world.calls[1]?.body).toEqual(world.calls[0]?.body);
    expect(third).not.toBe(first);
  });

  test('still pushes the same after an answer that the push is under way or too soon', async () => {
    await visit.open();
    const answers: [number, string][] = [
      [503, 'service.unavailable'],
      [409, 'idempotency.request_in_progress'],
      [429, 'request.rate_limited'],
      [409, 'idempotency.key_reused'],
      [503, 'service.unavailable'],
    ];
    for (const [status, error_code] of answers) {
      world.pushAnswer = { status, body: { error_code } };
      await visit.press('Push update');
      await visit.see(`(${error_code})`);
    }
    const [first, ...others] = world.calls.map(({ headers }) => headers['idempotency-key']);
    const another = others.at(-1);
    expect(others).toEqual([first, first, first, another]);
    expect(another).not.toBe(first);
  });
});

describe('the recipient', () => {
  test('answers a text to the number it came from', async () => {
    world.arrive('sms', ADAS_PHONE, { from: SHOP, text: 'Hello' });
    await visit.open();
    await visit.press('STOP');
    await page.locator('#thread .own').getByText('STOP').waitFor();
    expect(world.calls).toMatchObject([
      { call: 'POST /sim/sms/inbound', body: { from: ADAS_PHONE, to: SHOP, text: 'STOP' } },
    ]);
  });

  test('quotes on WhatsApp what the answer is about', async () => {
    world.arrive('whatsapp', ADAS_PHONE, { id: 'wamid.1', from: SHOP, text: 'First' });
    world.arrive('whatsapp', ADAS_PHONE, { id: 'wamid.2', from: SHOP, text: 'Second' });
    await visit.open();
    await page.locator('#thread li', { hasText: 'First' }).getByRole('button', { name: 'Quote' }).click();
    await page.getByLabel('Reply', { exact: true }).fill('Thank you!');
    await page.keyboard.press('Enter');
    await page.locator('#thread .own').getByText('Thank you!').waitFor();
    const body = { from: ADAS_PHONE, text: 'Thank you!', quotes: 'wamid.1' };
    expect(world.calls).toMatchObject([{ call: 'POST /sim/whatsapp/inbound', body }]);
    await page.reload();
    await page.locator('#thread .own').getByText('Thank you!').waitFor();
  });

  test('keeps what was typed when it could not be sent', async () => {
    world.arrive('sms', ADAS_PHONE, { from: SHOP, text: 'Hello' });
    world.status = 500;
    await visit.open();
    await page.getByLabel('Reply', { exact: true }).fill('Thank you!');
    await visit.press('Send reply');
    await visit.see('It was refused: 500.');
    await until(
      'it is back',
      async () => (await page.getByLabel('Reply', { exact: true }).inputValue()) !== '',
    );
    expect(await page.locator('#thread .own').count()).toBe(0);
  });

  test('opens the inbox from the email and from the text', async () => {
    world.arrive('email', ADA, anEmail({ link: 'https://inbox.example/i/token' }));
    world.arrive('sms', '+447700900123', { from: SHOP, text: 'See https://inbox.example/s/code. Bye' });
    await visit.open();
    await page.getByRole('button', { name: ADA }).click();
    const opener = page.getByRole('link', { name: 'Open the inbox' });
    expect(await opener.getAttribute('href')).toBe('https://inbox.example/i/token');
    expect(await opener.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByRole('button', { name: '+447700900123' }).click();
    const link = page.locator('#thread').getByRole('link');
    expect(await link.getAttribute('href')).toBe('https://inbox.example/s/code');
  });

  test('is one person if address and number were pushed together, also after a reload', async () => {
    const people = () => page.locator('#people .name').allTextContents();
    world.arrive('sms', ADAS_PHONE, { from: SHOP, text: 'Hello' });
    world.arrive('email', ADA, anEmail());
    await visit.open();
    await until('both are shown', async () => (await people()).length === 2);
    expect((await people()).sort()).toEqual([ADAS_PHONE, ADA]);
    await visit.press('Push update');
    await until('they are one', async () => (await people()).length === 1);
    await page.reload();
    await page.locator('#thread').getByText('Hello').waitFor();
    expect(await people()).toEqual([ADA]);
  });
});
