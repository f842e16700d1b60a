import { openDeliveryWorld, type DeliveryWorld, type Shop } from '../fixtures/delivery-world';
import { until } from '../fixtures/until';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());

let people = 0;
/** A person that no other test uses. */
function aPerson(): { email: string; phone: string } {
  people += 1;
  return { email: `person${String(people)}@example.com`, phone: `+4477009${String(10_000 + people)}` };
}

const orders = { reference: '#1042', order_status: 'shipped' };
const idOf = ({ body }: { body: Record<string, unknown> }): string => body['id'] as string;

async function pushed(shop: Shop, fields: object): Promise<string> {
  const reply = await shop.push(fields);
  expect(reply.status).toBe(201);
  return idOf(reply);
}

test('an email arrives with its link, its delivery is reported, and it counts as opened when the page says so (INBOX-7)', async () => {
  const shop = await world.aShop();
  const { email } = aPerson();
  const id = await pushed(shop, {
    recipient_email: email,
    subject: 'Your order',
    body: 'See https://example.com/track',
  });
  await shop.delivery(id, ({ delivered }) => delivered);
  const [mail] = await world.received('email', email);
  expect(mail).toMatchObject({ to: email, subject: expect.stringContaining('Your order') as unknown });
  expect((mail!['headers'] as Record<string, string>)['list-unsubscribe-post']).toBe(
    'List-Unsubscribe=One-Click',
  );
  const link = mail!.link!;
  expect((await fetch(link)).status).toBe(200);
  expect((await shop.delivery(id, () => true)).opened).toBe(false);
  expect((await fetch(`${link}/opened`, { method: 'POST' })).status).toBe(204);
  await shop.delivery(id, ({ opened }) => opened);
});

test('a text costs a credit and is delivered; a failed one keeps the credit, a refused one gives it back (CREDIT-6)', async () => {
  const shop = await world.aShop();
  const [fine, failing, refused] = [aPerson(), aPerson(), aPerson()];
  await world.behave('sms', failing.phone, 'fail_later');
  await world.behave('sms', refused.phone, 'refuse');
  const ids = await Promise.all(
    [fine, failing, refused].map(({ email, phone }) =>
      pushed(shop, { recipient_email: email, recipient_phone: phone, channels: ['sms'], ...orders }),
    ),
  );
  await shop.delivery(ids[0]!, ({ sms }) => sms?.state === 'delivered' && sms.credits === 1);
  expect((await shop.delivery(ids[1]!, ({ sms }) => sms?.state === 'failed')).sms).toMatchObject({
    credits: 1,
    error_code: 'sms.undelivered',
  });
  expect((await shop.delivery(ids[2]!, ({ sms }) => sms?.state === 'rejected')).sms).toMatchObject({
    credits: 0,
    error_code: 'sms.submit_refused',
  });
  expect(await shop.balance()).toBe(98);
  const [text] = await world.received('sms', fine.phone);
  expect(text!.text).toMatch(/1042/);
  expect(text!.text).not.toMatch(/It is on its way/);
});

test('a submission without an answer is never repeated and ends failed, and its credit is kept (NUDGE-6)', async () => {
  const shop = await world.aShop();
  const { email, phone } = aPerson();
  await world.behave('sms', phone, 'no_answer');
  const id = await pushed(shop, { recipient_email: email, recipient_phone: phone, channels: ['sms'] });
  const { sms } = await shop.delivery(id, (delivery) => delivery.sms?.state === 'failed');
  expect(sms).toMatchObject({ error_code: 'sms.submit_outcome_unknown', credits: 1 });
  await world.advance(3_600);
  expect(await world.submissions('sms', phone)).toHaveLength(1);
  const resent = await shop.act(id, 'sms');
  expect([resent.status, resent.body['error_code']]).toEqual([409, 'sms.may_have_sent']);
  // A late report settles the outcome.
  await world.sim('POST', 'sms/events', { to: phone, type: 'delivered' });
  await shop.delivery(id, (delivery) => delivery.sms?.state === 'delivered' && delivery.sms.credits === 1);
});

test('a throttled provider is tried four times over ten minutes, then the credit is given back (NUDGE-7)', async () => {
  const shop = await world.aShop();
  const { email, phone } = aPerson();
  await world.behave('sms', phone, 'throttle');
  const id = await pushed(shop, { recipient_email: email, recipient_phone: phone, channels: ['sms'] });
  for (const [attempts, seconds] of [
    [1, 40],
    [2, 130],
    [3, 460],
  ] as const) {
    await until(
      'the attempt was made',
      async () => (await world.submissions('sms', phone)).length >= attempts,
    );
    await until('the retry has its timer', async () => (await world.countOf('timers', shop.id)) === 1);
    await world.advance(seconds);
  }
  const { sms } = await shop.delivery(id, (delivery) => delivery.sms?.state === 'rejected');
  expect(sms).toMatchObject({ error_code: 'platform_limited', credits: 0 });
  expect(await world.submissions('sms', phone)).toHaveLength(4);
});

test('clock-moved-ninety-days: a nudge waits for send_at, and a retraction cancels it (NUDGE-3)', async () => {
  const shop = await world.aShop();
  const [patient, spared] = [aPerson(), aPerson()];
  const { body } = await world.sim('GET', 'clock');
  const sendAt = new Date(Date.parse(body['now'] as string) + 89.9 * 86_400_000).toISOString();
  const [id, retracted] = await Promise.all(
    [patient, spared].map(({ email, phone }) =>
      pushed(shop, { recipient_email: email, recipient_phone: phone, channels: ['sms'], send_at: sendAt }),
    ),
  );
  await shop.delivery(id!, ({ sms }) => sms?.state === 'scheduled' && sms.credits === 1);
  expect((await shop.act(retracted!, 'retract')).body).toEqual({ retracted: true, status: 'retracted' });
  expect(await shop.balance()).toBe(99);
  await world.advance(90 * 86_400);
  await shop.delivery(id!, ({ sms, delivered }) => sms?.state === 'delivered' && delivered);
  // Spam filters compare a mail's date with their own clock.
  const [mail] = await world.received('email', patient.email);
  const { date } = mail!['headers'] as Record<string, string>;
  expect(Math.abs(Date.parse(date!) - Date.now())).toBeLessThan(86_400_000);
  expect(await world.submissions('sms', spared.phone)).toEqual([]);
  expect(await world.submissions('email', spared.email)).toEqual([]);
});

test('an escalation is sent and charged only if the message is still unread at the deadline (NUDGE-11)', async () => {
  const shop = await world.aShop();
  const [reader, other] = [aPerson(), aPerson()];
  const fields = { channels: ['sms'], escalate_if_unread_after_minutes: 30, ...orders };
  const push = ({ email, phone }: { email: string; phone: string }) =>
    pushed(shop, { recipient_email: email, recipient_phone: phone, ...fields });
  const [read, unread] = [await push(reader), await push(other)];
  for (const id of [read, unread]) {
    await shop.delivery(id, ({ delivered, sms }) => delivered && sms?.state === 'armed' && sms.credits === 0);
  }
  const [mail] = await world.received('email', reader.email);
  await fetch(`${mail!.link!}/opened`, { method: 'POST' });
  await shop.delivery(read, ({ sms }) => sms?.state === 'cancelled');
  expect(await shop.balance()).toBe(100);
  await world.advance(31 * 60);
  await shop.delivery(unread, ({ sms }) => sms?.state === 'delivered' && sms.credits === 1);
  expect(await world.submissions('sms', reader.phone)).toEqual([]);
  expect(await shop.balance()).toBe(99);
});

test('WhatsApp that fails, is refused or gets no report for five minutes is followed by one text (NUDGE-15)', async () => {
  const shop = await world.aShop();
  const outcomes = ['fail_later', 'refuse', 'accept_only', 'not_on_whatsapp', 'read'] as const;
  const persons = outcomes.map((outcome) => ({ ...aPerson(), outcome }));
  for (const { phone, outcome } of persons) await world.behave('whatsapp', phone, outcome);
  const fields = { channels: ['whatsapp'], whatsapp_opt_in: {}, sms_if_whatsapp_fails: true, ...orders };
  const ids = new Map<string, string>();
  for (const { email, phone, outcome } of persons) {
    ids.set(outcome, await pushed(shop, { recipient_email: email, recipient_phone: phone, ...fields }));
  }
  const textAfter = (outcome: string) =>
    shop.delivery(
      ids.get(outcome)!,
      ({ sms }) => sms?.state === 'delivered' && sms.fallback_of === 'whatsapp',
    );
  expect((await textAfter('fail_later')).whatsapp).toMatchObject({ state: 'failed', credits: 1 });
  expect((await textAfter('refuse')).whatsapp).toMatchObject({ state: 'rejected', credits: 0 });
  await textAfter('not_on_whatsapp');
  const silent = await shop.delivery(
    ids.get('accept_only')!,
    ({ whatsapp }) => whatsapp?.submitted_at !== null,
  );
  expect(silent.sms).toMatchObject({ state: 'skipped', skipped_reason: 'disabled_by_request' });
  const theRead = () => shop.delivery(ids.get('read')!, ({ whatsapp }) => whatsapp?.state === 'read');
  await theRead();
  await world.advance(301);
  expect((await textAfter('accept_only')).whatsapp).toMatchObject({ state: 'queued' });
  expect((await theRead()).sms).toMatchObject({ state: 'skipped' });
  // Late reports change no credits and send nothing more.
  const { phone } = persons.find(({ outcome }) => outcome === 'accept_only')!;
  await world.sim('POST', 'whatsapp/events', { to: phone, type: 'failed' });
  await world.sim('POST', 'whatsapp/events', { to: phone, type: 'delivered' });
  await shop.delivery(ids.get('accept_only')!, ({ whatsapp }) => whatsapp?.state === 'delivered');
  for (const person of persons) {
    expect((await world.submissions('sms', person.phone)).length).toBe(person.outcome === 'read' ? 0 : 1);
  }
  const resent = await shop.act(ids.get('refuse')!, 'whatsapp');
  expect([resent.status, resent.body['error_code']]).toEqual([409, 'whatsapp.escalated_to_sms']);
  // The number is known not to be on WhatsApp now, so the next push sends a text at once.
  const known = persons.find(({ outcome }) => outcome === 'not_on_whatsapp')!;
  const next = await shop.push({ recipient_email: known.email, ...fields });
  expect(next.body).toMatchObject({
    whatsapp: { skipped_reason: 'not_reachable' },
    sms: { queued: true, credits: 1 },
  });
});

test('a hard bounce suppresses for the business and for the shared domain; a complaint for the business (CONSENT-17)', async () => {
  const [shop, neighbour] = [await world.aShop(), await world.aShop()];
  const [bouncing, complaining] = [aPerson(), aPerson()];
  await world.behave('email', bouncing.email, 'bounce');
  await world.behave('email', complaining.email, 'complain');
  const bounced = await pushed(shop, { recipient_email: bouncing.email });
  const complained = await pushed(shop, { recipient_email: complaining.email });
  await shop.delivery(bounced, (delivery) => delivery.bounced);
  await shop.delivery(complained, (delivery) => delivery.complained && delivery.delivered);
  const emailOf = async (of: Shop, email: string): Promise<unknown> =>
    (await of.push({ recipient_email: email })).body['email'];
  expect(await emailOf(shop, bouncing.email)).toEqual({ sending: false, skipped_reason: 'suppressed' });
  expect(await emailOf(neighbour, bouncing.email)).toEqual({
    sending: false,
    skipped_reason: 'platform_suppressed',
  });
  expect(await emailOf(shop, complaining.email)).toEqual({ sending: false, skipped_reason: 'suppressed' });
  expect(await emailOf(neighbour, complaining.email)).toMatchObject({ sending: true });
});

test('an email that fails shows its reason: refused, out of attempts, or unknown (MSG-18)', async () => {
  const shop = await world.aShop();
  const [refused, silent] = [aPerson(), aPerson()];
  await world.behave('email', refused.email, 'refuse');
  await world.behave('email', silent.email, 'no_answer');
  const ids = [
    await pushed(shop, { recipient_email: refused.email }),
    await pushed(shop, { recipient_email: silent.email }),
  ];
  expect((await shop.delivery(ids[0]!, ({ failed }) => failed !== null)).failed).toMatchObject({
    reason: 'esp_refused',
  });
  expect((await shop.delivery(ids[1]!, ({ failed }) => failed !== null)).failed).toMatchObject({
    reason: 'outcome_unknown',
  });
  await world.sim('POST', 'email/events', { to: silent.email, type: 'delivered' });
  await shop.delivery(ids[1]!, ({ failed, delivered }) => failed === null && delivered);
});

test('gates are checked again when the send runs: a pause, a cap, a stop (CHAN-5)', async () => {
  const shop = await world.aShop({ email_daily_cap: 1 });
  const [first, second] = [aPerson(), aPerson()];
  await shop.delivery(await pushed(shop, { recipient_email: first.email }), ({ delivered }) => delivered);
  const capped = await pushed(shop, { recipient_email: second.email });
  expect((await shop.delivery(capped, ({ not_sent }) => not_sent !== null)).not_sent).toMatchObject({
    reason: 'daily_cap_reached',
  });
  const { body } = await world.sim('GET', 'clock');
  const soon = new Date(Date.parse(body['now'] as string) + 600_000).toISOString();
  const held = await pushed(shop, {
    recipient_email: second.email,
    recipient_phone: second.phone,
    channels: ['sms'],
    send_at: soon,
  });
  await shop.change({ sms: { mode: 'off' } });
  await world.advance(601);
  expect((await shop.delivery(held, ({ sms }) => sms?.state === 'skipped')).sms).toMatchObject({
    skipped_reason: 'sms_disabled',
    credits: 0,
  });
  expect(await shop.balance()).toBe(100);
});

test('a plan that is past due lapses when its period ends, and then only email stops (LIMIT-13)', async () => {
  const { body } = await world.sim('GET', 'clock');
  const ends = new Date(Date.parse(body['now'] as string) + 3_600_000).toISOString();
  const shop = await world.aShop({ plan: 'past_due', period_ends_at: ends });
  const { email, phone } = aPerson();
  expect((await shop.push({ recipient_email: email })).body).toMatchObject({ email: { sending: true } });
  await world.advance(3_601);
  await until('the plan has lapsed', async () => {
    const pushes = await shop.push({ recipient_email: email, recipient_phone: phone, channels: ['sms'] });
    const { email: outcome, sms } = pushes.body as {
      email: { skipped_reason: string };
      sms: { queued: boolean };
    };
    return outcome.skipped_reason === 'plan_lapsed' && sms.queued;
  });
});

test('after a one-click unsubscribe no email announces a message (RFC 8058, CONSENT-16)', async () => {
  const shop = await world.aShop();
  const { email, phone } = aPerson();
  await shop.delivery(await pushed(shop, { recipient_email: email }), ({ delivered }) => delivered);
  const [mail] = await world.received('email', email);
  const header = (mail!['headers'] as Record<string, string>)['list-unsubscribe']!;
  const url = /<(http[^>]+)>/.exec(header)![1]!;
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(url, { method: 'POST', body })).status).toBeLessThan(300);
  const after = await shop.push({ recipient_email: email, recipient_phone: phone, channels: ['sms'] });
  expect(after.body).toMatchObject({
    nudged: false,
    email: { sending: false, skipped_reason: 'unsubscribed' },
    sms: { queued: false, skipped_reason: 'unsubscribed' },
  });
});
