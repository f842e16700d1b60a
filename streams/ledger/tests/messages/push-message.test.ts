import { topics } from '../../../../schemas/topics';
import { aBusiness, aChange, aPush, BUSINESS, given, idOf, NOW } from '../fixtures/scenario';

const pausing = aChange(2, { sending_paused: true });

describe('a push (MSG-1, MSG-13)', () => {
  test('stores a message, creates its recipient, and queues an email', () => {
    given(aBusiness())
      .when(aPush(2))
      .then(({ status, body, written }) => {
        expect(status).toBe(201);
        expect(body).toEqual({
          id: idOf('msg', 2),
          recipient_email: 'ada@example.com',
          subject: 'Your order',
          kind: 'one_off',
          status: 'active',
          created: true,
          scheduled_for: null,
          nudged: true,
          email: { sending: true, skipped_reason: null },
          sms: null,
          sms_units: 0,
          whatsapp: null,
          whatsapp_opt_in: null,
          reference: null,
          order_status: null,
          created_at: new Date(NOW + 2_000).toISOString(),
          updated_at: new Date(NOW + 2_000).toISOString(),
        });
        expect(written.recipients).toHaveLength(1);
        expect(written.messages).toHaveLength(1);
        expect(written.sends).toMatchObject([{ channel: 'email', state: 'queued' }]);
      });
  });

  test('to an address that was messaged before is about the same recipient', () => {
    given(aBusiness(), aPush(2))
      .when(aPush(3))
      .then(({ written }) => {
        expect(written.recipients).toEqual([]);
        expect(written.messages).toMatchObject([{ recipientId: idOf('rcp', 2) }]);
      });
  });

  test.each([
    ['shipped', 'shipped'],
    ['for Ada, 5 High Street', null],
  ])(
    'with the status %j reports %j to data teams, because other statuses may be any text (EVENT-6)',
    (order_status, told) => {
      given(aBusiness())
        .when(aPush(2, { order_status }))
        .then(({ body, outputs }) => {
          expect(body).toMatchObject({ order_status });
          expect(outputs[0]?.value).toMatchObject({ type: 'message.accepted', order_status: told });
        });
    },
  );

  test('names only ids to data teams, never the person (EVENT-5)', () => {
    given(aBusiness())
      .when(aPush(2))
      .then(({ outputs }) => {
        expect(outputs.map(({ topic, key }) => [topic, key])).toEqual([
          [topics.eventsMessage.name, BUSINESS],
          [topics.eventsMessage.name, BUSINESS],
          [topics.sendsEmail.name, idOf('rcp', 2)],
        ]);
        expect(outputs.slice(0, 2).map(({ value }) => (value as { type: string }).type)).toEqual([
          'message.accepted',
          'message.queued',
        ]);
        expect(JSON.stringify(outputs)).not.toMatch(/ada@|Your order|on its way/);
      });
  });

  test('of a paused business is stored, and an event says why no email went', () => {
    given(aBusiness(), pausing)
      .when(aPush(3))
      .then(({ body, outputs, written }) => {
        expect(body).toMatchObject({
          nudged: false,
          email: { sending: false, skipped_reason: 'sending_paused' },
        });
        expect(written.sends).toMatchObject([{ state: 'skipped', skippedReason: 'sending_paused' }]);
        expect(written.events).toMatchObject([
          {
            type: 'message.not_sent',
            data: { recipient_email: 'ada@example.com', reason: 'sending_paused' },
          },
        ]);
        expect(outputs.map(({ topic }) => topic)).toEqual([
          topics.eventsMessage.name,
          topics.eventsMessage.name,
          topics.webhookEvents.name,
        ]);
      });
  });

  test('of an inactive business gives that as the first reason (CHAN-3)', () => {
    const deactivating = aChange(3, { active: false });
    given(aBusiness(), pausing, deactivating)
      .when(aPush(4))
      .then(({ body }) => {
        expect(body).toMatchObject({ email: { sending: false, skipped_reason: 'business_inactive' } });
      });
  });

  test('for a business that does not exist changes nothing', () => {
    given()
      .when(aPush(1))
      .then(({ status, outputs, written }) => {
        expect(status).toBe(404);
        expect(outputs).toEqual([]);
        expect(written.messages).toEqual([]);
      });
  });

  test('with notify false is stored quietly (MSG-8)', () => {
    given(aBusiness())
      .when(aPush(2, { notify: false, channels: ['sms'] }))
      .then(({ body, outputs, written }) => {
        expect(body).toMatchObject({ nudged: false, email: null, sms: null, whatsapp: null });
        expect(written.sends).toEqual([]);
        expect(outputs).toHaveLength(1);
      });
  });

  test('echoes the reference and the order status, even an unknown one (MSG-4, MSG-5)', () => {
    given(aBusiness())
      .when(aPush(2, { reference: '#A-1042', order_status: 'teleported' }))
      .then(({ body }) => {
        expect(body).toMatchObject({ reference: '#A-1042', order_status: 'teleported' });
      });
  });

  test.each([
    ['not_enabled', null, null],
    ['not_enabled', ['email'], null],
    ['not_enabled', ['sms'], 'sms_not_enabled'],
    ['off', null, null],
    ['off', ['sms'], 'sms_disabled'],
    ['on_request', null, null],
    ['on_request', ['email'], 'disabled_by_request'],
    ['on', [], 'disabled_by_request'],
    ['on', null, 'no_phone'],
    ['on', ['sms'], 'no_phone'],
  ])('sms %s, channels %j: %s (CHAN-1)', (mode, channels, reason) => {
    given(aBusiness(1, { sms_mode: mode }))
      .when(aPush(2, { channels }))
      .then(({ body }) => {
        const skipped = { queued: false, credits: 0, skipped_reason: reason, escalates_at: null };
        expect(body).toMatchObject({ sms: reason === null ? null : skipped, sms_units: 0 });
      });
  });

  test('under a lapsed plan sends no email', () => {
    given(aBusiness(1, { plan: 'lapsed', sending_paused: true }))
      .when(aPush(2))
      .then(({ body }) => {
        expect(body).toMatchObject({ email: { sending: false, skipped_reason: 'plan_lapsed' } });
      });
  });
});
