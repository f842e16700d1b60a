import { generateKeyPairSync, sign } from 'node:crypto';
import { newId } from '../../schemas/ids';
import { openPlayedSenders, type PlayedSenders } from '../fixtures/played-senders';
import { product } from '../fixtures/product';
import {
  basic,
  callbackOf,
  deliver,
  META_NUMBER,
  metaHeaders,
  sendgridHeaders,
  twilioHeaders,
  type Callback,
  type Provider,
} from '../fixtures/provider-callbacks';
import { until } from '../fixtures/until';
import { written } from '../fixtures/words-of-people';

let stage: PlayedSenders;
beforeAll(async () => {
  stage = await openPlayedSenders();
});
afterAll(() => stage.close());

type Forgery = (genuine: Callback) => Callback;

const without =
  (name: string): Forgery =>
  (genuine) => {
    const { [name]: _left, ...headers } = genuine.headers;
    return { ...genuine, headers };
  };
const withHeaders =
  (headersFor: (genuine: Callback) => Record<string, string>): Forgery =>
  (genuine) => ({ ...genuine, headers: { ...genuine.headers, ...headersFor(genuine) } });
/** A report about another send, with the signature of this one. */
const ofAnother = (genuine: Callback): string =>
  genuine.body.replaceAll(/snd_\w{26}/g, newId('snd', Date.now())) + ' ';

const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const SENDGRID_SIGNATURE = 'x-twilio-email-event-webhook-signature';
const SENDGRID_TIME = 'x-twilio-email-event-webhook-timestamp';

const FORGERIES: Readonly<Record<Provider, Readonly<Record<string, Forgery>>>> = {
  // Postmark shows a password and signs nothing, so there is no signature over other contents.
  postmark: {
    'no password': without('authorization'),
    'a wrong password': withHeaders(() => basic('postmark:another-password')),
    'another kind of password': withHeaders(() => ({ authorization: 'Bearer password-for-tests' })),
  },
  sendgrid: {
    'no signature': without(SENDGRID_SIGNATURE),
    'no time': without(SENDGRID_TIME),
    "a stranger's signature": withHeaders(({ headers, body }) => ({
      [SENDGRID_SIGNATURE]: sign(
        'sha256',
        Buffer.from(`${headers[SENDGRID_TIME]!}${body}`),
        stranger,
      ).toString('base64'),
    })),
    'the signature of another body': withHeaders((genuine) => sendgridHeaders(ofAnother(genuine))),
    'an old signature with a new time': withHeaders(() => ({ [SENDGRID_TIME]: '1890000000' })),
  },
  twilio: {
    'no signature': without('x-twilio-signature'),
    'the signature of another account': withHeaders(({ path, body }) =>
      twilioHeaders(path, body, 'another-token-for-tests'),
    ),
    'the signature of another body': withHeaders(({ path }) =>
      twilioHeaders(path, 'MessageSid=SM1&MessageStatus=sent'),
    ),
    'the signature of another address': withHeaders(({ path, body }) =>
      twilioHeaders(path.replace(/snd_\w{26}/, newId('snd', Date.now())), body),
    ),
  },
  meta: {
    'no signature': without('x-hub-signature-256'),
    'the signature of another app': withHeaders(({ body }) => metaHeaders(body, 'another-secret-for-tests')),
    'the signature of another body': withHeaders((genuine) => metaHeaders(ofAnother(genuine))),
    'a signature that says nothing': withHeaders(() => ({ 'x-hub-signature-256': 'sha256=' })),
  },
};

const STATUSES = { postmark: 'Delivery', sendgrid: 'delivered', twilio: 'delivered', meta: 'read' } as const;
const CHANNELS = { postmark: 'email', sendgrid: 'email', twilio: 'sms', meta: 'whatsapp' } as const;
const PROVIDERS = ['postmark', 'sendgrid', 'twilio', 'meta'] as const;

test.each(PROVIDERS)('forged-callback-changes-nothing: %s (PROV-9)', async (provider) => {
  const channel = CHANNELS[provider];
  const nudge = await stage.aNudge();
  await nudge.claim(channel);
  await nudge.result(channel, 'accepted');
  const report = { businessId: nudge.businessId, sendId: nudge.sends[channel], status: STATUSES[provider] };
  const genuine = callbackOf[provider](report);
  const before = await nudge.delivery();
  const counted = await stage.ignored(provider, 'forged');

  const forgeries = Object.entries(FORGERIES[provider]);
  for (const [what, forge] of forgeries) {
    expect([what, await deliver(stage.callbacksUrl, forge(genuine))]).toEqual([what, 403]);
  }
  expect(await nudge.delivery()).toEqual(before);
  expect(await nudge.balance()).toBe(8);
  expect((await nudge.published()).merchants).toEqual([]);
  expect((await stage.ignored(provider, 'forged')) - counted).toBe(forgeries.length);

  // The same contents count when the provider signs them.
  expect(await deliver(stage.callbacksUrl, genuine)).toBe(200);
  expect(await nudge.delivery()).not.toEqual(before);
});

test.each(PROVIDERS)(
  'forged-callback-changes-nothing: an id of others, from %s, is accepted and counted (PROV-8)',
  async (provider) => {
    const counted = await stage.ignored(provider, 'unknown_id');
    const report = { businessId: 'order-17', sendId: 'their-own-id', status: STATUSES[provider] };
    expect(await deliver(stage.callbacksUrl, callbackOf[provider](report))).toBe(200);
    expect((await stage.ignored(provider, 'unknown_id')) - counted).toBe(1);
  },
);

test('forged-callback-changes-nothing: a report about an unknown send, or one of another business, is only counted', async () => {
  const [nudge, other] = [await stage.aNudge(), await stage.aNudge()];
  await other.claim('sms');
  await other.result('sms', 'accepted');
  const counted = await reportsOfUnknownSends();
  for (const sendId of [newId('snd', Date.now()), other.sends.sms]) {
    const report = { businessId: nudge.businessId, sendId, status: 'delivered' };
    expect(await deliver(stage.callbacksUrl, callbackOf.twilio(report))).toBe(200);
  }
  await until('both are counted', async () => (await reportsOfUnknownSends()) - counted >= 2);
  expect((await other.delivery()).sms).toMatchObject({ state: 'queued' });
});

test('forged-callback-changes-nothing: a message to another number of the app is ignored and counted', async () => {
  const nudge = await stage.aNudge();
  await nudge.claim('whatsapp');
  await nudge.result('whatsapp', 'accepted');
  const before = await nudge.published();
  const counted = await stage.ignored('meta', 'foreign_number');
  const reply = written('+447700900123', 'Hello', { id: `wamid.${nudge.messageId}` });
  const body = reply.body.replace(META_NUMBER.phone_number_id, '1');
  expect(await deliver(stage.callbacksUrl, { ...reply, headers: metaHeaders(body), body })).toBe(200);
  expect((await stage.ignored('meta', 'foreign_number')) - counted).toBe(1);
  expect(await nudge.published()).toEqual(before);
});

test('forged-callback-changes-nothing: HELP to a number that no business texts from is ignored and counted', async () => {
  const counted = await stage.ignored('twilio', 'foreign_number');
  const fields = { MessageSid: 'SM-foreign', From: '+447700900123', To: '+447700900960', Body: 'HELP' };
  const body = new URLSearchParams(fields).toString();
  const path = '/sms/inbound';
  expect(await deliver(stage.callbacksUrl, { path, headers: twilioHeaders(path, body), body })).toBe(200);
  expect((await stage.ignored('twilio', 'foreign_number')) - counted).toBe(1);
});

test("forged-callback-changes-nothing: Meta's address check needs the verify token", async () => {
  const question = { 'hub.mode': 'subscribe', 'hub.challenge': '17', 'hub.verify_token': 'not-the-word' };
  const asked = await fetch(`${stage.callbacksUrl}/whatsapp?${new URLSearchParams(question).toString()}`);
  expect([asked.status, await asked.json()]).toEqual([403, { error_code: 'callback.invalid_signature' }]);
});

async function reportsOfUnknownSends(): Promise<number> {
  const text = await (await fetch(`${product().ledgerUrl}/metrics`)).text();
  return Number(/^ledger_unknown_reports_total (\d+)$/m.exec(text)?.[1]);
}
