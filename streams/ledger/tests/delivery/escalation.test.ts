import { NOW } from '../fixtures/scenario';
import { DAY, EMAIL, FOR_WHATSAPP, HOUR, World } from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };
const held = { ...FOR_WHATSAPP, channels: ['sms'], escalate_if_unread_after_minutes: 60 };
const at = (ms: number) => new Date(NOW + ms);

describe('an escalation is armed (NUDGE-10)', () => {
  test('for the channels that the push names, at no cost yet', () => {
    const world = new World({ settings: ON });
    const armed = { queued: true, credits: 0, skipped_reason: null, escalates_at: at(HOUR).toISOString() };
    expect(world.push({ ...held, channels: ['sms', 'whatsapp'] }).body).toMatchObject({
      nudged: true,
      scheduled_for: null,
      email: { sending: true },
      sms: armed,
      sms_units: 1,
      whatsapp: armed,
    });
    expect(world.send('sms')).toMatchObject({ state: 'armed', credits: 0, escalatesAt: at(HOUR) });
    expect([...world.set.creditEntries.values()]).toEqual([]);
  });

  test('counted from send_at if the email waits for it', () => {
    const world = new World({ settings: ON });
    expect(world.push({ ...held, send_at: NOW + DAY }).body).toMatchObject({
      scheduled_for: at(DAY).toISOString(),
      sms: { queued: true, credits: 0, escalates_at: at(DAY + HOUR).toISOString() },
    });
  });

  test('not by a push that leaves channels unset: the account sends at once', () => {
    const world = new World({ settings: ON, credits: 5 });
    expect(world.push({ ...held, channels: null }).body).toMatchObject({
      sms: { queued: true, credits: 1, escalates_at: null },
    });
  });

  test('not by a push that sends no nudge', () => {
    const world = new World({ settings: ON, credits: 5 });
    expect(world.push({ ...held, notify: false }).body).toMatchObject({ sms: null });
    expect(world.timers()).toEqual([]);
  });

  test('not by a push that names no paid channel', () => {
    const world = new World({ settings: ON, credits: 5 });
    expect(world.push({ ...held, channels: ['email'] }).body).toMatchObject({
      sms: { queued: false, skipped_reason: 'disabled_by_request', escalates_at: null },
    });
    expect(world.timers()).toEqual([]);
  });

  test('not on a channel that a gate refuses at the push', () => {
    const world = new World({ settings: { sms_mode: 'off' } });
    expect(world.push(held).body).toMatchObject({
      sms: { queued: false, skipped_reason: 'sms_disabled', escalates_at: null },
    });
  });
});

describe('an escalation at its deadline (NUDGE-11)', () => {
  test('goes and is charged (CREDIT-2)', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    world.attempt('email', 'accepted');
    world.wait(HOUR - 1);
    expect(world.send('sms').state).toBe('armed');
    expect(world.business().balance).toBe(5);
    world.wait(1);
    expect(world.send('sms')).toMatchObject({
      state: 'queued',
      credits: 1,
      queuedAt: at(HOUR),
      escalatesAt: at(HOUR),
    });
    expect(world.business().balance).toBe(4);
  });

  test('charges the text before the WhatsApp message of its push, in either order of their timers (CREDIT-5)', () => {
    const world = new World({ settings: ON, credits: 1 });
    world.push({ ...held, channels: ['sms', 'whatsapp'] });
    world.attempt('email', 'accepted');
    const timers = world.timers();
    const whatsapp = world.send('whatsapp');
    world.nowMs += HOUR;
    for (const timer of timers.reverse()) world.fire(timer);
    expect(timers.map(({ subjectId }) => subjectId === whatsapp.id)).toEqual([true, false]);
    expect(world.send('sms')).toMatchObject({ state: 'queued', credits: 1 });
    expect(world.send('whatsapp')).toMatchObject({ state: 'skipped', skippedReason: 'insufficient_credit' });
  });

  test('does not go if the message was opened: nothing is sent or charged (NUDGE-12)', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...held, channels: ['sms', 'whatsapp'] });
    world.attempt('email', 'accepted');
    world.wait(HOUR - 1);
    world.open();
    expect(world.sends().slice(1)).toMatchObject([
      { channel: 'sms', state: 'cancelled', credits: 0, skippedReason: null },
      { channel: 'whatsapp', state: 'cancelled', credits: 0, skippedReason: null },
    ]);
    world.wait(DAY);
    expect(world.business().balance).toBe(5);
    expect(world.merchantEvents().map(({ type }) => type)).toEqual(['message.opened']);
  });

  test('leaves alone what is not held when the message is opened', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...FOR_WHATSAPP, send_at: NOW + HOUR });
    world.open();
    expect(world.sends().map(({ state }) => state)).toEqual(['scheduled', 'scheduled', 'scheduled']);
  });

  test('uses the number, the price and the settings of that moment', () => {
    const world = new World({
      settings: ON,
      credits: 5,
      house: { price: (country) => (country === 'DE' ? 3 : 1) },
    });
    world.push(held);
    world.attempt('email', 'accepted');
    world.push({ recipient_phone: '+4915112345678', notify: false });
    world.wait(HOUR);
    expect(world.send('sms')).toMatchObject({ state: 'queued', phone: '+4915112345678', credits: 3 });
  });

  test.each<[string, (world: World) => void]>([
    ['sms_disabled', (world) => world.change({ sms_mode: 'off' })],
    ['sending_paused', (world) => world.change({ active: false })],
    ['unsubscribed', (world) => world.unsubscribe()],
    ['stopped', (world) => world.stop('sms')],
    [
      'insufficient_credit',
      (world) => world.push({ recipient_email: 'bob@example.com', recipient_phone: '+447700900456' }),
    ],
  ])('is skipped and reported if %s refuses it (NUDGE-11)', (reason, before) => {
    const world = new World({ settings: ON, credits: 1 });
    world.push(held);
    const armed = world.send('sms');
    world.attempt('email', 'accepted');
    before(world);
    world.wait(HOUR);
    expect(world.send(armed)).toMatchObject({ state: 'skipped', skippedReason: reason, credits: 0 });
    expect(world.merchantEvents()).toMatchObject([
      {
        type: 'sms.rejected',
        data: {
          recipient_email: EMAIL,
          send_id: armed.id,
          credits: 0,
          error_code: reason,
          fallback_of: null,
        },
      },
    ]);
  });

  test('goes even if the message is obsolete', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    const armed = world.send('sms');
    world.attempt('email', 'accepted');
    world.push({ channels: [], obsoletes: [world.message().id] });
    world.wait(HOUR);
    expect(world.send(armed).state).toBe('queued');
  });
});
