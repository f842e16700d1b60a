import { NOW } from '../fixtures/scenario';
import {
  EMAIL,
  FOR_WHATSAPP,
  GERMAN_PHONE,
  OPT_IN,
  OTHER_PHONE,
  PHONE,
  SECOND,
  World,
} from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };

describe('the number that comes with a push (CONSENT-3)', () => {
  test('is stored, and used by later pushes without a number', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ recipient_phone: ' +44 7700 900123 ' });
    expect(world.recipient()).toMatchObject({ phone: PHONE, phoneCountry: 'GB' });
    expect(world.push().body).toMatchObject({ sms: { queued: true } });
    expect(world.send('sms')).toMatchObject({ phone: PHONE, country: 'GB' });
  });

  test('is stored by a quiet push too, and even if the channel is off', () => {
    const world = new World();
    world.push({ recipient_phone: PHONE, notify: false });
    expect(world.recipient().phone).toBe(PHONE);
  });

  test("is read in the business's country if it has no plus", () => {
    const world = new World({ settings: { default_country: 'DE' } });
    world.push({ recipient_phone: '0151 12345678' });
    expect(world.recipient()).toMatchObject({ phone: GERMAN_PHONE, phoneCountry: 'DE' });
  });

  test.each([
    ['07700 900123', null],
    ['+442079460018', null],
    ['030 123456', 'DE'],
    ['call me', 'DE'],
  ])('is 422 for %s in %s, and nothing is stored', (phone, country) => {
    const world = new World({ settings: { default_country: country } });
    const { status, body, outputs } = world.push({ recipient_phone: phone });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error_code: 'common.validation_failed',
      detail: [{ type: 'phone_invalid', loc: ['body', 'recipient_phone'] }],
    });
    expect(outputs).toEqual([]);
    expect([...world.set.recipients.values(), ...world.messages(), ...world.sends()]).toEqual([]);
  });

  test('is not moved from another recipient, and the paid channels are skipped (CONSENT-4)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ recipient_email: 'bob@example.com', recipient_phone: PHONE, notify: false });
    const { body } = world.push(FOR_WHATSAPP);
    expect(body).toMatchObject({
      email: { sending: true },
      sms: { queued: false, skipped_reason: 'phone_conflict' },
      whatsapp: { queued: false, skipped_reason: 'phone_conflict' },
      whatsapp_opt_in: { recorded: false, reason: 'phone_conflict', recorded_at: null },
    });
    expect(world.recipient('bob@example.com').phone).toBe(PHONE);
    expect(world.recipient()).toMatchObject({ phone: null, smsConsentAt: null, whatsappOptedInAt: null });
  });

  test('is skipped if another holds it, even if the recipient has a number, which stays', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ recipient_email: 'bob@example.com', recipient_phone: PHONE, notify: false });
    world.push({ ...FOR_WHATSAPP, recipient_phone: OTHER_PHONE, notify: false });
    const { whatsappOptedInAt } = world.recipient();
    expect(world.push({ recipient_phone: PHONE }).body).toMatchObject({
      sms: { queued: false, skipped_reason: 'phone_conflict' },
    });
    expect(world.recipient()).toMatchObject({ phone: OTHER_PHONE, whatsappOptedInAt });
    expect(world.push().body).toMatchObject({ sms: { queued: true } });
  });

  test('is free again once its holder has another number', () => {
    const world = new World();
    const bob = { recipient_email: 'bob@example.com' };
    world.push({ ...bob, recipient_phone: PHONE });
    world.push({ ...bob, recipient_phone: OTHER_PHONE });
    world.push({ recipient_phone: PHONE });
    expect(world.recipient().phone).toBe(PHONE);
  });

  test('clears WhatsApp consent if it is another number, and not if it is the same (CONSENT-6)', () => {
    const world = new World({ settings: ON, credits: 10 });
    const request = { agreed_at: NOW - SECOND, source: 'checkout', wording: 'Yes please' };
    world.push({ ...FOR_WHATSAPP, whatsapp_opt_in: request });
    const consent = {
      whatsappOptedInAt: new Date(NOW - SECOND),
      whatsappOptInSource: 'checkout',
      whatsappOptInWording: 'Yes please',
    };
    expect(world.recipient()).toMatchObject(consent);
    world.push({ recipient_phone: '+44 7700 900123' });
    expect(world.recipient()).toMatchObject(consent);
    const { body } = world.push({ ...FOR_WHATSAPP, recipient_phone: OTHER_PHONE, whatsapp_opt_in: null });
    expect(body).toMatchObject({ whatsapp: { queued: false, skipped_reason: 'not_opted_in' } });
    expect(world.recipient()).toMatchObject({
      phone: OTHER_PHONE,
      whatsappOptedInAt: null,
      whatsappOptInSource: null,
      whatsappOptInWording: null,
    });
  });

  test('is dated once, when a number is first accepted (CONSENT-5)', () => {
    const world = new World();
    world.push();
    expect(world.recipient()).toMatchObject({ smsConsentAt: null, smsConsentSource: null });
    world.push({ recipient_phone: PHONE });
    const first = { smsConsentAt: new Date(NOW), smsConsentSource: 'push' };
    expect(world.recipient()).toMatchObject(first);
    world.wait(SECOND);
    world.push({ recipient_phone: OTHER_PHONE });
    expect(world.recipient()).toMatchObject({ phone: OTHER_PHONE, ...first });
  });

  test('leaves a stop with its recipient and with the number for its next holder (CONSENT-11)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ recipient_phone: PHONE, notify: false });
    world.stop('sms');
    expect(world.push({ recipient_phone: OTHER_PHONE }).body).toMatchObject({
      sms: { skipped_reason: 'stopped' },
    });
    const bob = { ...FOR_WHATSAPP, recipient_email: 'bob@example.com' };
    expect(world.push(bob).body).toMatchObject({
      sms: { skipped_reason: 'stopped' },
      whatsapp: { queued: true },
    });
  });

  test('has a holder of its own in each business (CONSENT-1)', () => {
    const world = new World();
    world.push({ recipient_phone: PHONE });
    const other = { business_id: 'biz_01kf0000000000000000000009' };
    const { businesses } = world.set;
    businesses.load([{ ...world.business(), id: other.business_id }]);
    expect(world.push({ recipient_phone: PHONE, whatsapp_opt_in: OPT_IN }, other).body).toMatchObject({
      recipient_email: EMAIL,
      whatsapp_opt_in: { recorded: true },
    });
    expect([...world.set.recipients.values()].map(({ phone }) => phone)).toEqual([PHONE, PHONE]);
  });
});
