import { keyed, NOW } from '../fixtures/scenario';
import { FOR_WHATSAPP, HOUR, MINUTE, World } from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };
const types = (world: World) => world.merchantEvents().map(({ type }) => type);

describe('a retraction (MSG-12)', () => {
  test('retracts the message once, and is no error the second time', () => {
    const world = new World();
    world.push();
    world.wait(MINUTE);
    expect(world.retract()).toMatchObject({ status: 200, body: { retracted: true, status: 'retracted' } });
    const at = new Date(NOW + MINUTE);
    expect(world.message()).toMatchObject({ status: 'retracted', retractedAt: at, updatedAt: at });
    world.wait(MINUTE);
    expect(world.retract()).toMatchObject({ status: 200, body: { retracted: false, status: 'retracted' } });
    expect(world.message().retractedAt).toEqual(at);
  });

  test('of an obsolete message is possible (MSG-11)', () => {
    const world = new World();
    world.push();
    const first = world.message();
    world.push({ obsoletes: [first.id] });
    expect(world.retract(first).body).toEqual({ retracted: true, status: 'retracted' });
  });

  test.each([
    ['queued', {}],
    ['scheduled', { send_at: NOW + HOUR }],
    ['armed', { channels: ['sms', 'whatsapp'], escalate_if_unread_after_minutes: 30 }],
  ])('cancels and refunds nudges that are %s', (state, push) => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...FOR_WHATSAPP, ...push });
    expect(world.send('sms').state).toBe(state);
    world.retract();
    expect(world.sends()).toMatchObject([
      { channel: 'email', state: 'cancelled', skippedReason: 'retracted' },
      { channel: 'sms', state: 'cancelled', skippedReason: null, credits: 0 },
      { channel: 'whatsapp', state: 'cancelled', skippedReason: null, credits: 0 },
    ]);
    expect(world.business().balance).toBe(10);
    expect(world.timers()).toEqual([]);
    expect(world.merchantEvents()).toMatchObject([
      { type: 'message.not_sent', data: { reason: 'retracted' } },
    ]);
  });

  test('cancels a nudge that waits for its next attempt', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(FOR_WHATSAPP);
    for (const channel of ['email', 'sms', 'whatsapp'] as const) world.attempt(channel, 'throttled');
    expect(world.timers()).toHaveLength(3);
    world.retract();
    expect(world.sends().map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(world.timers()).toEqual([]);
    expect(world.business().balance).toBe(10);
  });

  test('does not cancel a nudge that a provider has or may have (NUDGE-4)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(FOR_WHATSAPP);
    world.attempt('email', 'accepted');
    world.claim('sms');
    world.attempt('whatsapp', 'accepted');
    world.retract();
    expect(world.sends().map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
    expect(world.business().balance).toBe(8);
    world.result('sms', 'accepted');
    world.report('sms', 'delivered');
    world.report('email', 'delivered');
    expect(types(world)).toEqual(['sms.delivered', 'message.delivered']);
  });

  test('leaves nudges that have ended as they are, without an event', () => {
    const world = new World({ settings: { ...ON, sms_mode: 'off', plan: 'lapsed' }, credits: 10 });
    world.push({ ...FOR_WHATSAPP, channels: ['sms', 'whatsapp'] });
    world.attempt('whatsapp', 'refused');
    const ended = world.sends();
    expect(ended.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'rejected']);
    world.wait(MINUTE);
    world.retract();
    expect(world.sends()).toEqual(ended);
    expect(types(world)).toEqual(['plan.lapsed', 'message.not_sent', 'whatsapp.rejected']);
  });

  test('cancels a nudge that a gate refused at the last moment while its result is under way', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...FOR_WHATSAPP, channels: ['sms'] });
    const { businessId, id: sendId, attempt } = world.send('sms');
    world.set.attempts.load([{ businessId, sendId, attempt, outcome: null, skippedReason: 'stopped' }]);
    world.retract();
    world.result('sms', 'skipped', { skipped_reason: 'stopped' });
    expect(world.send('sms')).toMatchObject({ state: 'cancelled', skippedReason: null, credits: 0 });
    expect(world.business().balance).toBe(10);
    expect(types(world)).toEqual(['message.not_sent']);
  });

  test('lets no nudge that comes back from a provider afterwards be tried again', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...FOR_WHATSAPP, channels: ['sms'] });
    world.claim('email');
    world.claim('sms');
    world.retract();
    world.result('email', 'try_later');
    world.result('sms', 'not_reached');
    expect(world.sends('email')).toMatchObject([{ state: 'cancelled', skippedReason: 'retracted' }]);
    expect(world.sends('sms')).toMatchObject([{ state: 'cancelled', credits: 0 }]);
    expect(world.timers()).toEqual([]);
    expect(world.business().balance).toBe(10);
    expect(types(world)).toEqual(['message.not_sent']);
  });

  test('cancels and does not reject a nudge that a sender finds retracted (NUDGE-4)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(FOR_WHATSAPP);
    for (const channel of ['email', 'sms', 'whatsapp'] as const) world.claim(channel);
    world.retract();
    for (const channel of ['email', 'sms', 'whatsapp'] as const) {
      world.result(channel, 'skipped', { skipped_reason: 'retracted' });
    }
    expect(world.sends()).toMatchObject([
      { channel: 'email', state: 'cancelled', skippedReason: 'retracted' },
      { channel: 'sms', state: 'cancelled', skippedReason: null, credits: 0 },
      { channel: 'whatsapp', state: 'cancelled', skippedReason: null, credits: 0 },
    ]);
    expect(world.business().balance).toBe(10);
    expect(types(world)).toEqual(['message.not_sent']);
  });

  test('lets no text follow a WhatsApp message that fails afterwards', () => {
    const world = new World({ settings: { ...ON, sms_mode: 'on_request' }, credits: 10 });
    world.push({ ...FOR_WHATSAPP, sms_if_whatsapp_fails: true });
    world.attempt('whatsapp', 'accepted');
    world.retract();
    expect(world.timers()).toEqual([]);
    world.report('whatsapp', 'failed');
    expect(world.sends('sms')).toEqual([]);
  });

  test('of an unknown or foreign message is 404, and leaves the key unspent (ERR-11)', () => {
    const world = new World();
    world.push();
    const unknown = { ...world.message(), id: 'msg_unknown' };
    const notFound = { status: 404, body: { error_code: 'message.not_found' } };
    expect(world.retract(unknown, keyed('k'))).toMatchObject(notFound);
    const foreign = { ...keyed('k'), business_id: 'biz_other' };
    expect(world.retract(world.message(), foreign)).toMatchObject(notFound);
    expect(world.message().status).toBe('active');
    expect(world.retract(world.message(), keyed('k'))).toMatchObject({ status: 200, replayed: false });
    expect(world.retract(world.message(), keyed('k'))).toMatchObject({
      body: { retracted: true },
      replayed: true,
    });
  });
});
