import type { Command } from '../../../../schemas/generated/command';
import { aBusiness, aPush, BUSINESS, command, given, NOW, idOf } from '../fixtures/scenario';

const PHONE = '+447700900077';
const OTHER_PHONE = '+447700900078';

describe("a recipient's number", () => {
  test('is set for an existing recipient, and the first consent is written once (CONSENT-5)', () => {
    given(aBusiness(), aPush(2), setPhone(3), setPhone(4, { phone: OTHER_PHONE, source: 'admin' }))
      .when(command(5, { ClearPhone: { recipient_email: 'ada@example.com' } }))
      .then(({ status, body }) => {
        expect(status).toBe(200);
        expect(body).toMatchObject({
          recipient_email: 'ada@example.com',
          phone: null,
          phone_country: null,
          sms_status: 'active',
          sms_consent_at: new Date(NOW + 3_000).toISOString(),
          sms_consent_source: 'api',
        });
      });
  });

  test('cannot be set or cleared for an address that was never messaged (CONSENT-2)', () => {
    given(aBusiness())
      .when(setPhone(2))
      .then(({ status, body }) => {
        expect([status, body]).toEqual([404, { error_code: 'recipient.not_found' }]);
      });
    given(aBusiness())
      .when(command(2, { ClearPhone: { recipient_email: 'ada@example.com' } }))
      .then(({ status, body }) => {
        expect([status, body]).toEqual([404, { error_code: 'recipient.not_found' }]);
      });
  });

  test('is refused and not moved if another recipient of the business holds it (CONSENT-4)', () => {
    given(aBusiness(), aPush(2, { recipient_phone: PHONE }), aPush(3, { recipient_email: 'bob@example.com' }))
      .when(setPhone(4, { recipient_email: 'bob@example.com' }))
      .then(({ status, body, written }) => {
        expect([status, body]).toEqual([409, { error_code: 'sms.phone_already_in_use' }]);
        expect(written.recipients).toEqual([]);
      });
  });

  test('is free if a recipient of another business holds it', () => {
    const other = { business_id: 'biz_01kf0000000000000000000009' };
    const account = { ...aBusiness(4), ...other };
    given(aBusiness(), aPush(2, { recipient_phone: PHONE }), account, aPush(5, {}, other))
      .when(setPhone(6, {}, other))
      .then(({ status, body }) => {
        expect([status, body?.['phone']]).toEqual([200, PHONE]);
      });
  });

  test('is read in the country of the business if it has no plus', () => {
    given(aBusiness(1, { default_country: 'GB' }), aPush(2))
      .when(setPhone(3, { phone: '07700 900077' }))
      .then(({ body }) => {
        expect(body).toMatchObject({ phone: PHONE, phone_country: 'GB' });
      });
    given(aBusiness(), aPush(2))
      .when(setPhone(3, { phone: '07700 900077' }))
      .then(({ status, body }) => {
        expect(status).toBe(422);
        expect(body).toMatchObject({ detail: [{ type: 'phone_invalid', loc: ['body', 'phone'] }] });
      });
  });

  test.each([
    ['another number', setPhone(4, { phone: OTHER_PHONE }), 'none'],
    ['the same number', setPhone(4), 'opted_in'],
    ['no number', command(4, { ClearPhone: { recipient_email: 'ada@example.com' } }), 'none'],
  ])('goes with WhatsApp consent: with %s it is %s (CONSENT-6)', (_what, change, status) => {
    given(aBusiness(), aPush(2, { recipient_phone: PHONE, whatsapp_opt_in: AGREED }))
      .when(change)
      .then(({ body }) => {
        expect(body).toMatchObject({ whatsapp_status: status });
      });
  });

  test('leaves a stop when it is cleared or changed, also for the next holder (CONSENT-11)', () => {
    const stopped = [aBusiness(), aPush(2, { recipient_phone: PHONE }), stop(3)];
    given(...stopped)
      .when(command(4, { ClearPhone: { recipient_email: 'ada@example.com' } }))
      .then(({ body }) => {
        expect(body).toMatchObject({ phone: null, sms_status: 'stopped', sms_stop_source: 'dashboard' });
      });
    given(...stopped)
      .when(setPhone(4, { phone: OTHER_PHONE }))
      .then(({ body }) => {
        expect(body).toMatchObject({ phone: OTHER_PHONE, sms_status: 'stopped' });
      });
    given(...stopped, setPhone(4, { phone: OTHER_PHONE }), aPush(5, { recipient_email: 'bob@example.com' }))
      .when(setPhone(6, { recipient_email: 'bob@example.com' }))
      .then(({ body }) => {
        expect(body).toMatchObject({ phone: PHONE, sms_status: 'stopped', sms_stop_source: 'dashboard' });
      });
  });
});

const AGREED = { agreed_at: null, source: null, wording: null };

function setPhone(
  n: number,
  request: { recipient_email?: string; phone?: string; source?: string } = {},
  more: Partial<Command> = {},
): Command {
  const body = { recipient_email: 'ada@example.com', phone: PHONE, source: 'api', ...request };
  return command(n, { SetPhone: body }, more);
}

/** The recipient of the second command stops texts from the dashboard. */
function stop(n: number): Command {
  const recipient_id = idOf('rcp', 2);
  return command(
    n,
    { StopChannel: { recipient_id, channel: 'sms', source: 'dashboard' } },
    { business_id: BUSINESS },
  );
}
