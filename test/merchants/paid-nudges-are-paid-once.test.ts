import { actOn, operate, push, readCredits, readMessage, type FetchedReply } from '../fixtures/merchant';
import { aMerchant, product } from '../fixtures/product';

const { ingressUrl, consoleUrl } = product();
const PHONE = '+447700900123';

async function aPayingMerchant(credits: number) {
  const merchant = await aMerchant({
    sms: { mode: 'on' },
    whatsapp: { mode: 'on_request' },
    default_country: 'GB',
  });
  const url = `${consoleUrl}/admin/v1/businesses/${merchant.id}/credits`;
  expect((await operate(url, { method: 'POST', key: 'top-up', body: { amount: credits } })).status).toBe(201);
  return merchant;
}

const balance = async (apiKey: string): Promise<unknown> =>
  (await readCredits(ingressUrl, apiKey)).body['balance'];
const idOf = ({ body }: FetchedReply): string => body['id'] as string;

test('a text is charged at the push and refunded when it is retracted in time, and the view shows it (CREDIT-2, MSG-16)', async () => {
  const { apiKey } = await aPayingMerchant(5);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const pushed = await push(ingressUrl, apiKey, 'p1', { recipient_phone: '07700 900123', send_at: inAnHour });
  expect(pushed.body).toMatchObject({
    nudged: true,
    scheduled_for: inAnHour,
    email: { sending: true },
    sms: { queued: true, credits: 1, skipped_reason: null, escalates_at: null },
    sms_units: 1,
    whatsapp: null,
  });
  expect(await balance(apiKey)).toBe(4);
  const view = await readMessage(ingressUrl, apiKey, idOf(pushed));
  expect(view.body).toMatchObject({ delivery: { sms: { state: 'scheduled', credits: 1 }, whatsapp: null } });

  const retracted = await actOn(ingressUrl, apiKey, { id: idOf(pushed), act: 'retract', key: 'r1' });
  expect(retracted.body).toEqual({ retracted: true, status: 'retracted' });
  expect(await balance(apiKey)).toBe(5);
  const after = await readMessage(ingressUrl, apiKey, idOf(pushed));
  expect(after.body).toMatchObject({
    status: 'retracted',
    delivery: { not_sent: { reason: 'retracted' }, sms: { state: 'cancelled', credits: 0 } },
  });
  const again = await actOn(ingressUrl, apiKey, { id: idOf(pushed), act: 'retract', key: 'r2' });
  expect(again.body).toEqual({ retracted: false, status: 'retracted' });
  const resend = await actOn(ingressUrl, apiKey, { id: idOf(pushed), act: 'sms', key: 's1' });
  expect([resend.status, resend.body['error_code']]).toEqual([409, 'message.not_active']);
});

test('an empty balance skips the text, and a resend after a top-up sends it (CREDIT-9)', async () => {
  const { id, apiKey } = await aMerchant({ sms: { mode: 'on' } });
  const pushed = await push(ingressUrl, apiKey, 'p1', { recipient_phone: PHONE });
  expect(pushed.body).toMatchObject({
    sms: { queued: false, credits: 0, skipped_reason: 'insufficient_credit' },
  });
  const act = { id: idOf(pushed), act: 'sms' as const };
  expect((await actOn(ingressUrl, apiKey, { ...act, key: 's1' })).body).toMatchObject({
    queued: false,
    skipped_reason: 'insufficient_credit',
  });
  await operate(`${consoleUrl}/admin/v1/businesses/${id}/credits`, {
    method: 'POST',
    key: 't',
    body: { amount: 1 },
  });
  const sent = await actOn(ingressUrl, apiKey, { ...act, key: 's2' });
  expect([sent.status, sent.body['queued'], sent.body['credits']]).toEqual([200, true, 1]);
  const twice = await actOn(ingressUrl, apiKey, { ...act, key: 's3' });
  expect([twice.status, twice.body['error_code']]).toEqual([409, 'sms.already_sent']);
});

test("a refused resend leaves its key unspent; an unknown message or another business's is a 404 (NUDGE-20)", async () => {
  const { apiKey } = await aPayingMerchant(5);
  const other = await aMerchant();
  const pushed = await push(ingressUrl, apiKey, 'p1', { recipient_phone: PHONE });
  const act = { id: idOf(pushed), act: 'sms' as const, key: 'the key' };
  expect((await actOn(ingressUrl, apiKey, act)).status).toBe(409);
  const foreign = await actOn(ingressUrl, other.apiKey, act);
  expect([foreign.status, foreign.body['error_code']]).toEqual([404, 'message.not_found']);
  const seen = await readMessage(ingressUrl, other.apiKey, act.id);
  expect([seen.status, seen.body]).toEqual([404, { error_code: 'message.not_found' }]);
  const unknown = await actOn(ingressUrl, apiKey, { ...act, id: 'nonsense' });
  expect(unknown.status).toBe(404);
  const missing = await push(ingressUrl, apiKey, 'p2', { channels: ['email'] });
  const used = await actOn(ingressUrl, apiKey, { ...act, id: idOf(missing) });
  expect([used.status, used.body['queued']]).toEqual([200, true]);
});

test('a number that another recipient holds is not moved (CONSENT-4)', async () => {
  const { apiKey } = await aPayingMerchant(5);
  await push(ingressUrl, apiKey, 'p1', { recipient_phone: PHONE });
  const conflicting = await push(ingressUrl, apiKey, 'p2', {
    recipient_email: 'bob@example.com',
    recipient_phone: PHONE,
  });
  expect(conflicting.body).toMatchObject({ sms: { queued: false, skipped_reason: 'phone_conflict' } });
  expect(await balance(apiKey)).toBe(4);
});

test.each([
  ['+442079460018', 'a fixed line'],
  ['0151 12345678 90123', 'too long a number without a country code'],
])('%s is %s: 422, and nothing is stored', async (recipient_phone) => {
  const { apiKey } = await aPayingMerchant(1);
  const reply = await push(ingressUrl, apiKey, 'p1', { recipient_phone });
  expect(reply.status).toBe(422);
  expect(reply.body['detail']).toEqual([
    {
      type: 'phone_invalid',
      loc: ['body', 'recipient_phone'],
      msg: 'value is not a possible mobile number',
      input: recipient_phone,
    },
  ]);
});

test('WhatsApp needs consent, reference, status and an approved template, and the answer says what is missing (CHAN-13)', async () => {
  const { apiKey } = await aPayingMerchant(5);
  const asked = {
    channels: ['whatsapp'],
    recipient_phone: PHONE,
    reference: '#1042',
    order_status: 'shipped',
  };
  const without = await push(ingressUrl, apiKey, 'p1', asked);
  expect(without.body).toMatchObject({ whatsapp: { skipped_reason: 'not_opted_in' }, whatsapp_opt_in: null });
  const agreed = await push(ingressUrl, apiKey, 'p2', { ...asked, whatsapp_opt_in: {} });
  expect(agreed.body).toMatchObject({
    whatsapp: { queued: true, credits: 1 },
    sms: { queued: false, skipped_reason: 'disabled_by_request' },
    whatsapp_opt_in: { recorded: true, reason: null },
  });
  const noNumber = await push(ingressUrl, apiKey, 'p3', {
    recipient_email: 'bob@example.com',
    whatsapp_opt_in: {},
  });
  expect(noNumber.body).toEqual({
    error_code: 'common.validation_failed',
    detail: [{ type: 'missing', loc: ['body', 'recipient_phone'], msg: 'Field required', input: null }],
  });
});

test('the operator records how the platform judged a template (OPER-15)', async () => {
  const url = `${consoleUrl}/admin/v1/whatsapp-templates`;
  const reviewed = await operate(`${url}/refunded`, { method: 'PUT', body: { review: 'in_review' } });
  expect([reviewed.status, reviewed.body]).toEqual([200, { order_status: 'refunded', review: 'in_review' }]);
  expect((await operate(`${url}/teleported`, { method: 'PUT', body: { review: 'approved' } })).status).toBe(
    404,
  );
  expect((await operate(`${url}/refunded`, { method: 'PUT', body: { review: 'maybe' } })).status).toBe(422);

  const { apiKey } = await aPayingMerchant(5);
  const pushed = await push(ingressUrl, apiKey, 'p1', {
    channels: ['whatsapp'],
    recipient_phone: PHONE,
    reference: '#1042',
    order_status: 'refunded',
    whatsapp_opt_in: {},
    sms_if_whatsapp_fails: true,
  });
  expect(pushed.body).toMatchObject({
    whatsapp: { queued: false, skipped_reason: 'template_not_sendable' },
    sms: { queued: false, skipped_reason: 'disabled_by_request' },
  });
  await operate(`${url}/refunded`, { method: 'PUT', body: { review: 'approved' } });
});

test('an updateable message is updated in place, without a nudge unless one is asked for (MSG-6, MSG-8)', async () => {
  const { apiKey } = await aPayingMerchant(5);
  const fields = { kind: 'updateable', subject: 'Order 7', recipient_phone: PHONE };
  const first = await push(ingressUrl, apiKey, 'p1', { ...fields, body: 'Packed.' });
  const quiet = await push(ingressUrl, apiKey, 'p2', { ...fields, body: 'Shipped.', reference: 'A7' });
  expect(quiet.body).toMatchObject({
    id: idOf(first),
    created: false,
    nudged: false,
    email: null,
    sms: null,
  });
  const view = await readMessage(ingressUrl, apiKey, idOf(first));
  expect(view.body).toMatchObject({ body: 'Shipped.', reference: 'A7', nudged: true });
  const loud = await push(ingressUrl, apiKey, 'p3', { ...fields, body: 'Delivered.', notify: true });
  expect(loud.body).toMatchObject({ id: idOf(first), created: false, nudged: true, reference: null });
  const one = await push(ingressUrl, apiKey, 'p4', {
    subject: 'Order 7',
    obsoletes: [idOf(first), idOf(first), 'msg_x'],
  });
  expect(one.body).toMatchObject({ created: true });
  expect((await readMessage(ingressUrl, apiKey, idOf(first))).body).toMatchObject({ status: 'obsolete' });
});
