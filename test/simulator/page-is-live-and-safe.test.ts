import type { Page } from 'playwright-core';
import { anEmail, type SimulatorStandIn } from '../fixtures/simulator-stand-in';
import { visitEachTest, type Visit } from '../fixtures/simulator-visit';
import { until } from '../fixtures/until';

const ADA = 'ada@example.com';
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

describe('the page follows what happens', () => {
  test("what arrives is shown at once, and the reader's place stays as it was", async () => {
    world.arrive('email', ADA, anEmail({ subject: 'First' }));
    await neverLookUnasked();
    await visit.open();
    await page.frameLocator('#mails iframe').getByText('There is an update').waitFor();
    await page.locator('#mails details.inner', { hasText: 'Plain text' }).locator('summary').click();

    world.arrive('email', ADA, anEmail({ subject: 'Second' }));
    await page.locator('#mails').getByText('Second').waitFor();
    expect(await page.locator('#mails .subject').allTextContents()).toEqual(['Second', 'First']);
    expect(await page.locator('#mails details.inner[open]').count()).toBe(1);
    expect(await page.locator('#announcer').textContent()).toBe(`New Email for ${ADA}`);
  });

  test('another person’s news is counted until the reader looks at it', async () => {
    world.arrive('email', ADA, anEmail());
    await visit.open();
    await page.locator('#mails').getByText('Your order').waitFor();
    world.arrive('email', 'ben@example.org', anEmail({ subject: 'For Ben' }));
    world.arrive('email', 'ben@example.org', anEmail({ subject: 'For Ben again' }));
    const ben = page.locator('#people li', { hasText: 'ben@example.org' });
    await until('two are counted', async () => (await ben.locator('.count').textContent()) === '2');
    await ben.getByRole('button').click();
    await page.locator('#mails').getByText('For Ben again').waitFor();
    expect(await ben.locator('.count').textContent()).toBe('');
    expect(await page.locator('#mails').getByText('Your order').count()).toBe(0);
  });

  test('the page shows what happened while its connection was cut', async () => {
    await neverLookUnasked();
    await visit.open();
    await visit.see('Nobody has heard from you yet');
    world.cutFollowers();
    await page.locator('[data-state=waiting]').waitFor();
    world.arrive('sms', PHONE, { from: SHOP, text: 'While you were away' });
    await visit.see('While you were away');
    await page.locator('[data-state=live]').waitFor();
  });

  test('what a provider refused never reaches the mailbox, and the page says so', async () => {
    world.arrive('email', ADA, anEmail(), 'refuse');
    await visit.open();
    await visit.see('No email has arrived here.');
    await page.locator('#submissions').getByText('Refused').waitFor();
  });

  test('one recipient among thousands is found', async () => {
    for (let n = 0; n < 3_000; n += 1) {
      world.arrive('email', `p${n}@example.com`, anEmail({ subject: `For p${n}` }));
    }
    await visit.open();
    await visit.see('and 2970 more');
    await page.getByLabel('Find a recipient').fill('p17@');
    await page.getByRole('button', { name: 'p17@example.com' }).click();
    await page.locator('#mails').getByText('For p17', { exact: true }).waitFor();
  });
});

describe('the clock', () => {
  test('moves by a step or by any time, and shows the present', async () => {
    await visit.open();
    const aheadMs = async () =>
      Date.parse((await page.locator('#now').getAttribute('datetime')) ?? '') -
      Date.parse('2025-11-15T09:41:00Z');
    const isAhead = (ms: number) => async () => Math.abs((await aheadMs()) - ms) < 140_000;
    await visit.press('+5 min');
    await until('it is 5 minutes later', isAhead(300_000));
    await visit.press('+1 h');
    await visit.press('+1 day');
    await until('it is a day and an hour later', isAhead(90_300_000));
    await visit.press('Other…');
    await page.getByLabel('Move by').fill('2');
    await page.locator('[name=unit]').selectOption('days');
    await visit.press('Move the clock');
    await until('it is two days later still', isAhead(263_100_000));
    expect(world.calls.map(({ body }) => body)).toEqual([
      { advance_seconds: 300 },
      { advance_seconds: 3_600 },
      { advance_seconds: 86_400 },
      { advance_seconds: 172_800 },
    ]);
    expect(await page.locator('#now').textContent()).toMatch(/^Tue,? 18 Nov,? /);
  });

  test('says how far it is ahead, and dates what came before its day', async () => {
    world.startMs = Date.now();
    world.arrive('sms', PHONE, { from: SHOP, text: 'Hello' });
    await visit.open();
    const moment = page.locator('#thread time');
    expect(await moment.textContent()).toMatch(/^\d\d:\d\d$/);
    await visit.press('+1 day');
    await visit.see('1 day ahead of real time');
    await until('the day is shown', async () => /^\w{3},? \d/.test((await moment.textContent()) ?? ''));
  });

  test('says why it did not move, until it does', async () => {
    await visit.open();
    const fault = page.locator('.clock [role=alert]');
    world.status = 503;
    await visit.press('+5 min');
    await until('the refusal is shown', async () => (await fault.textContent()) === 'It was refused: 503.');
    const shown = Date.parse((await page.locator('#now').getAttribute('datetime')) ?? '');
    await until('the clock goes on', async () => {
      const now = await page.locator('#now').getAttribute('datetime');
      return Date.parse(now ?? '') >= shown + 2_000;
    });
    expect(await fault.textContent()).toBe('It was refused: 503.');
    world.status = 200;
    await visit.press('+5 min');
    await until('the error is gone', async () => (await fault.textContent()) === '');
  });
});

describe('how submissions end', () => {
  test('is set for an address that was written to', async () => {
    world.arrive('email', ADA, anEmail());
    world.arrive('whatsapp', PHONE, { from: SHOP, text: 'Hello' });
    await visit.open();
    await page.getByRole('button', { name: ADA }).click();
    await page.locator('#mail-endings select').selectOption('bounces for good');
    await page.locator('#mail-endings').getByRole('button').click();
    await visit.see('Set: it bounces for good, until you set another.');
    await page.getByRole('button', { name: PHONE }).click();
    await page.locator('#phone-endings select').selectOption('finds no WhatsApp there');
    await page.locator('#phone-endings').getByRole('button').click();
    await visit.see('Set: it finds no WhatsApp there');
    expect(world.calls.map(({ call, body }) => [call, body])).toEqual([
      ['PUT /sim/behaviour', { channel: 'email', address: ADA, outcome: 'bounce' }],
      ['PUT /sim/behaviour', { channel: 'whatsapp', address: PHONE, outcome: 'not_on_whatsapp' }],
    ]);
  });

  test('is shown as it is set, also after a reload', async () => {
    world.arrive('email', ADA, anEmail());
    await visit.open();
    await page.locator('#mail-endings select').selectOption('bounces for good');
    await page.locator('#mail-endings').getByRole('button').click();
    await visit.see('Set: it bounces for good, until you set another.');
    await page.reload();
    await until(
      'it is shown',
      async () => (await page.locator('#mail-endings select').inputValue()) === 'bounce',
    );
  });

  test('is set before the push that it is for', async () => {
    await visit.open();
    await page.getByText('More options').click();
    await page.locator('[name=rehearse]').selectOption('sms fail_later');
    await visit.press('Push update');
    await visit.called('POST /api/v1/messages');
    expect(world.calls.map(({ call }) => call)).toEqual(['PUT /sim/behaviour', 'POST /api/v1/messages']);
    expect(world.calls[0]?.body).toEqual({ channel: 'sms', address: PHONE, outcome: 'fail_later' });
  });
});

describe('what strangers wrote', () => {
  const ATTACK = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';

  test('is shown and never run', async () => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const html = `${ATTACK}<a href="javascript:parent.hit=1">x</a><form action="/sim/clock" method="post"></form><h1>Shown</h1>`;
    const headers = { 'X-Odd': ATTACK };
    const link = 'javascript:window.hit=1';
    world.arrive('email', ADA, anEmail({ subject: ATTACK, from: ATTACK, text: ATTACK, html, headers, link }));
    world.arrive('sms', PHONE, { from: SHOP, text: `${ATTACK} javascript:window.hit=1`, link });
    await visit.open();
    await page.getByRole('button', { name: PHONE }).click();
    await page.locator('#thread').getByText(ATTACK).waitFor();
    await page.getByRole('button', { name: ADA }).click();
    await page.frameLocator('#mails iframe').getByText('Shown').waitFor();

    expect(await page.locator('#mails .subject').textContent()).toBe(ATTACK);
    expect(await page.locator('#mails iframe').getAttribute('sandbox')).toBe('');
    expect(await page.getByRole('link', { name: 'Open the inbox' }).count()).toBe(0);
    expect(await page.locator('[href^="javascript:"]').count()).toBe(0);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(dialogs).toEqual([]);
    // The browser reports each script in the frame that it refused to run.
    const refusals = visit.complaints.splice(0);
    expect(refusals.filter((said) => !/sandboxed|Content Security Policy/.test(said))).toEqual([]);
  });

  test('keeps its looks, because an email may bring its own styles', async () => {
    world.arrive('email', ADA, anEmail());
    await visit.open();
    await page.frameLocator('#mails iframe').getByText('There is an update').waitFor();
    const [, email] = page.frames();
    const colour = await email?.evaluate("getComputedStyle(document.querySelector('h1')).color");
    expect(colour).toBe('rgb(1, 2, 3)');
  });

  test('stays in place when a link in it is clicked, because the inbox refuses to be framed', async () => {
    const html = '<p><a href="https://inbox.example/i/token">Read it</a></p>';
    world.arrive('email', ADA, anEmail({ html }));
    await visit.open();
    const link = page.frameLocator('#mails iframe').getByRole('link');
    await link.click();
    await page.getByText('Plain text').click();
    expect(await link.textContent()).toBe('Read it');
    const refusals = visit.complaints.splice(0);
    expect(refusals).toEqual([expect.stringContaining("'allow-popups' permission is not set")]);
  });

  test('could not become HTML even through a mistake in the page', async () => {
    await visit.open();
    const attempt = `try { document.body.innerHTML = '<b>x</b>'; 'taken' } catch (error) { error.name }`;
    expect(await page.evaluate(attempt)).toBe('TypeError');
    visit.complaints.splice(0);
  });
});

/** Stops the page's own polling, which would hide that the page was not notified. */
async function neverLookUnasked(): Promise<void> {
  await page.addInitScript('window.setInterval = () => 0');
}
