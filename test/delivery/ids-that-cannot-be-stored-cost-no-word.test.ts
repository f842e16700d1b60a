import { helpText } from '../../streams/wording/sms-replies';
import { operate, push, readSms } from '../fixtures/merchant';
import { openPlayedSenders, type PlayedSenders } from '../fixtures/played-senders';
import { aMerchant, openDatabase, product } from '../fixtures/product';
import { callbackOf, deliver, twilioHeaders, type Callback } from '../fixtures/provider-callbacks';
import { until } from '../fixtures/until';
import { beginSubmission, texted, written } from '../fixtures/words-of-people';

const { ingressUrl, consoleUrl } = product();
const database = openDatabase();
const NUL = '\u0000';
let stage: PlayedSenders;
beforeAll(async () => {
  stage = await openPlayedSenders();
});
afterAll(async () => {
  await stage.close();
  await database.close();
});

test.each([
  { what: 'holds NUL', phone: '+447700900331', id: `SM${NUL}1` },
  { what: 'has fifty kilobytes', phone: '+447700900332', id: 'S'.repeat(50_000) },
])('a texted STOP whose id $what is applied, once (PROV-18)', async ({ phone, id }) => {
  const { apiKey } = await aRecipientOf(phone);
  await say(texted(phone, 'STOP', id));
  await say(texted(phone, 'STOP', id));
  await untilIs(apiKey, 'sms_status', 'stopped');
  await say(texted(phone, 'HELP', `SM${phone}`));
  const answers = await until('the last text is answered', async () => {
    const texts = await autoRepliesTo(phone);
    return texts.includes(helpText({ businessName: null })) && texts;
  });
  expect(answers).toHaveLength(2);
});

test.each([
  { what: 'hold NUL', phone: '+447700900333', id: `wamid.${NUL}1`, quoted: `wamid.${NUL}` },
  { what: 'are too long', phone: '+447700900334', id: 'w'.repeat(5_000), quoted: 'q'.repeat(5_000) },
])('a STOP on WhatsApp whose ids $what is applied, and kept as one reply', async (example) => {
  const { phone, id, quoted } = example;
  const { id: businessId, apiKey } = await aRecipientOf(phone);
  await beginSubmission(database, businessId);
  await say(written(phone, 'STOP', { id, context: { id: quoted } }));
  await say(written(phone, 'STOP', { id, context: { id: quoted } }));
  await untilIs(apiKey, 'whatsapp_status', 'stopped');
  await say(written(phone, 'Thank you', { id: `wamid.${phone}`, context: { id: quoted } }));
  const replies = await until('the last reply is kept', async () => {
    const texts = await repliesTo(businessId);
    return texts.includes('Thank you') && texts;
  });
  expect(replies).toEqual(['STOP', 'Thank you']);
});

test.each([
  { what: 'holds NUL', name: NUL },
  { what: 'is too long', name: 'S'.repeat(5_000) },
])('a report on a text counts although its id $what (PROV-18)', async ({ name }) => {
  const nudge = await stage.aNudge();
  await nudge.claim('sms');
  const report = { businessId: nudge.businessId, sendId: nudge.sends.sms, status: 'delivered' };
  const { path } = callbackOf.twilio(report);
  const body = new URLSearchParams({ MessageSid: name, MessageStatus: 'delivered' }).toString();
  await say({ path, headers: twilioHeaders(path, body), body });
  expect((await nudge.delivery()).sms).toMatchObject({ state: 'delivered' });
});

test.each(['postmark', 'sendgrid', 'twilio', 'meta'] as const)(
  'a report of %s whose ids cannot be stored is accepted and counted',
  async (provider) => {
    const counted = await stage.ignored(provider, 'unknown_id');
    const status = { postmark: 'Delivery', sendgrid: 'delivered', twilio: 'delivered', meta: 'read' }[
      provider
    ];
    await say(callbackOf[provider]({ businessId: `biz_${NUL}`, sendId: `snd_${NUL}`, status }));
    expect((await stage.ignored(provider, 'unknown_id')) - counted).toBe(1);
  },
);

async function aRecipientOf(phone: string) {
  const merchant = await aMerchant({ sms: { mode: 'on' }, whatsapp: { mode: 'on' } });
  const credits = `${consoleUrl}/admin/v1/businesses/${merchant.id}/credits`;
  await operate(credits, { method: 'POST', key: 'top-up', body: { amount: 10 } });
  const fields = { recipient_phone: phone, whatsapp_opt_in: {}, reference: '#7', order_status: 'shipped' };
  expect((await push(ingressUrl, merchant.apiKey, 'p1', fields)).status).toBe(201);
  return merchant;
}

async function say(callback: Callback): Promise<void> {
  expect(await deliver(stage.callbacksUrl, callback)).toBe(200);
}

async function untilIs(apiKey: string, field: string, value: string): Promise<void> {
  await until(`${field} is ${value}`, async () => {
    const { body } = await readSms(ingressUrl, apiKey, 'ada@example.com');
    return body[field] === value;
  });
}

async function autoRepliesTo(address: string): Promise<string[]> {
  const rows = await database.query<{ text: string }>(
    {
      name: 'test-auto-replies',
      text: 'SELECT text FROM auto_replies WHERE address = $1 ORDER BY created_at',
    },
    [address],
  );
  return rows.map(({ text }) => text);
}

async function repliesTo(businessId: string): Promise<string[]> {
  const rows = await database.query<{ text: string }>(
    {
      name: 'test-replies',
      text: `
        SELECT data->>'text' AS text FROM events
        WHERE business_id = $1 AND type = 'whatsapp.inbound_message' ORDER BY occurred_at`,
    },
    [businessId],
  );
  return rows.map(({ text }) => text);
}
