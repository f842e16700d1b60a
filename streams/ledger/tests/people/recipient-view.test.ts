import { World } from '../fixtures/world';
import type { Recipient } from '../../people/tables';
import { recipientView, type KeptStop } from '../../people/recipient-view';

const AT = new Date(Date.UTC(2026, 0, 15, 12));
const LATER = new Date(Date.UTC(2026, 0, 15, 13));
const NOBODY = { ...someone(), phone: '+447700900123', phoneCountry: 'GB' };

const stop = (channel: KeptStop['channel'], source: KeptStop['source'], stoppedAt = AT): KeptStop => ({
  channel,
  source,
  stoppedAt,
});

test('every field is present, and null if nothing is known (CONSENT-2)', () => {
  expect(recipientView({ ...NOBODY, phone: null, phoneCountry: null }, [])).toEqual({
    recipient_email: 'ada@example.com',
    phone: null,
    phone_country: null,
    sms_status: 'none',
    sms_stopped_at: null,
    sms_stop_source: null,
    sms_consent_at: null,
    sms_consent_source: null,
    whatsapp_status: 'none',
    whatsapp_opted_in_at: null,
  });
});

describe('texts (CONSENT-7)', () => {
  test('are active if a number was accepted and no stop holds', () => {
    expect(recipientView({ ...NOBODY, smsConsentAt: AT, smsConsentSource: 'push' }, [])).toMatchObject({
      sms_status: 'active',
      sms_consent_at: AT.toISOString(),
      sms_consent_source: 'push',
      sms_stopped_at: null,
      sms_stop_source: null,
    });
  });

  test.each<[string, object, readonly KeptStop[], readonly [string, Date]]>([
    ['by text', { smsTextStoppedAt: AT }, [], ['text', AT]],
    ['by text, for the number', {}, [stop('sms', 'text')], ['text', AT]],
    ['in the inbox', { smsStoppedAt: AT, smsStopSource: 'inbox' }, [], ['inbox', AT]],
    ['from the dashboard', { smsStoppedAt: AT, smsStopSource: 'dashboard' }, [], ['dashboard', AT]],
    ['from the dashboard, for the number', {}, [stop('sms', 'dashboard')], ['dashboard', AT]],
    [
      'by text, and then in the inbox, which START cannot lift',
      { smsTextStoppedAt: AT, smsStoppedAt: LATER, smsStopSource: 'inbox' },
      [stop('sms', 'text')],
      ['inbox', LATER],
    ],
    [
      'by text, and from the dashboard for the number',
      { smsTextStoppedAt: AT },
      [stop('sms', 'text'), stop('sms', 'dashboard', LATER)],
      ['dashboard', LATER],
    ],
  ])('are stopped %s', (_how, said, kept, [source, at]) => {
    expect(recipientView({ ...NOBODY, smsConsentAt: AT, ...said }, kept)).toMatchObject({
      sms_status: 'stopped',
      sms_stop_source: source,
      sms_stopped_at: at.toISOString(),
      whatsapp_status: 'none',
    });
  });
});

describe('WhatsApp (CONSENT-2)', () => {
  const agreed = { ...NOBODY, whatsappOptedInAt: AT };

  test.each<[string, object, readonly KeptStop[]]>([
    ['opted_in', {}, []],
    ['opted_in', { smsStoppedAt: AT, smsTextStoppedAt: AT }, [stop('sms', 'text'), stop('sms', 'inbox')]],
    ['stopped', { whatsappTextStoppedAt: AT }, []],
    ['stopped', { whatsappStoppedAt: AT }, []],
    ['stopped', {}, [stop('whatsapp', 'text')]],
    ['withdrawn', { whatsappWithdrawnAt: AT, whatsappStoppedAt: AT }, []],
    ['withdrawn', { whatsappTextStoppedAt: AT }, [stop('whatsapp', 'withdrawn')]],
  ])('is %s by %j and %j', (status, said, kept) => {
    expect(recipientView({ ...agreed, ...said }, kept)).toMatchObject({
      whatsapp_status: status,
      whatsapp_opted_in_at: AT.toISOString(),
    });
  });
});

/** The recipient of a push that had no number. */
function someone(): Recipient {
  const world = new World();
  world.push();
  return world.recipient();
}
