import { DAY, OPT_IN, World } from '../fixtures/world';

const SEND_AT = { type: 'value_error', loc: ['body', 'send_at'] };

describe('faults of a push that only the clock and stored data show (ERR-10)', () => {
  test.each([
    [1, undefined],
    [90 * DAY, undefined],
    [0, 'Value error, send_at must be in the future'],
    [-1, 'Value error, send_at must be in the future'],
    [90 * DAY + 1, 'Value error, send_at must be at most 90 days from now'],
  ])('send_at %d ms from now: %s (MSG-9)', (delay, msg) => {
    const world = new World();
    const { status, body, outputs } = world.push({ send_at: world.nowMs + delay });
    if (msg === undefined) {
      expect(status).toBe(201);
    } else {
      expect([status, outputs]).toEqual([422, []]);
      expect(body).toEqual({ error_code: 'common.validation_failed', detail: [{ ...SEND_AT, msg }] });
      expect(world.messages()).toEqual([]);
    }
  });

  test.each([
    ['an impossible number', { recipient_phone: '07700 900123' }, 'phone_invalid'],
    ['consent without a number', { whatsapp_opt_in: OPT_IN }, 'missing'],
  ])(
    '%s is reported together with a send_at that has passed, in the order of the fields',
    (_what, request, type) => {
      const world = new World();
      const { status, body } = world.push({ ...request, send_at: world.nowMs });
      expect(status).toBe(422);
      expect(body).toMatchObject({ detail: [{ type, loc: ['body', 'recipient_phone'] }, SEND_AT] });
      expect([...world.set.recipients.values()]).toEqual([]);
    },
  );
});
