import { NOW } from './given/scenario';
import { DAY, EMAIL, FOR_WHATSAPP, HOUR, MINUTE, PHONE, World } from './given/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };
const held = { ...FOR_WHATSAPP, channels: ['sms'], escalate_if_unread_after_minutes: 60 };
const at = (ms: number) => new Date(NOW + ms);

describe('2.1, D3: an escalation is armed', () => {
  test('for the channels that the push names, and costs nothing yet', () => {
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

  test('counted from send_at where the email waits for it', () => {
    const world = new World({ settings: ON });
    expect(world.push({ ...held, send_at: NOW + DAY }).body).toMatchObject({
      scheduled_for: at(DAY).toISOString(),
      sms: { queued: true, credits: 0, escalates_at: at(DAY + HOUR).toISOString() },
    });
  });

  test('is ignored where channels are unset: the account sends at once', () => {
    const world = new World({ settings: ON, credits: 5 });
    expect(world.push({ ...held, channels: null }).body).toMatchObject({
      sms: { queued: true, credits: 1, escalates_at: null },
    });
  });

  test('is ignored by a push that sends no nudge', () => {
    const world = new World({ settings: ON, credits: 5 });
    expect(world.push({ ...held, notify: false }).body).toMatchObject({ sms: null });
    expect(world.timers()).toEqual([]);
  });

  test('is ignored where no paid channel is named', () => {
    const world = new World({ settings: ON, credits: 5 });
    expect(world.push({ ...held, channels: ['email'] }).body).toMatchObject({
      sms: { queued: false, skipped_reason: 'disabled_by_request', escalates_at: null },
    });
    expect(world.timers()).toEqual([]);
  });

  test('asks the gates at once: what is refused now is not armed', () => {
    const world = new World({ settings: { sms_mode: 'off' } });
    expect(world.push(held).body).toMatchObject({
      sms: { queued: false, skipped_reason: 'sms_disabled', escalates_at: null },
    });
  });
});

describe('2.1: an escalation at its deadline', () => {
  test('goes, and is charged then', () => {
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

  test('D3: a text is charged before the WhatsApp message of its push, whichever timer comes first', () => {
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

  test('does not go when the message was opened: nothing sent, nothing charged', () => {
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
    expect(world.told().map(({ type }) => type)).toEqual(['message.opened']);
  });

  test('opening leaves alone what is not held', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...FOR_WHATSAPP, send_at: NOW + HOUR });
    world.open();
    expect(world.sends().map(({ state }) => state)).toEqual(['scheduled', 'scheduled', 'scheduled']);
  });

  test('uses the number, the price and the settings of then', () => {
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
  ])('D3: refused by %s then, it is skipped and told', (reason, before) => {
    const world = new World({ settings: ON, credits: 1 });
    world.push(held);
    const armed = world.send('sms');
    world.attempt('email', 'accepted');
    before(world);
    world.wait(HOUR);
    expect(world.send(armed)).toMatchObject({ state: 'skipped', skippedReason: reason, credits: 0 });
    expect(world.told()).toMatchObject([
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

  test('goes though the message is obsolete', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    const armed = world.send('sms');
    world.attempt('email', 'accepted');
    world.push({ channels: [], obsoletes: [world.message().id] });
    world.wait(HOUR);
    expect(world.send(armed).state).toBe('queued');
  });
});

describe('2.1, D6: an escalation and its email', () => {
  test('moves to so many minutes after the email, if that has not gone out', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    world.wait(HOUR);
    expect(world.send('sms')).toMatchObject({ state: 'armed', awaitsEmail: true, escalatesAt: at(2 * HOUR) });
    world.wait(4 * HOUR);
    expect(world.send('sms').state).toBe('armed');
    world.attempt('email', 'accepted');
    expect(world.send('sms')).toMatchObject({ awaitsEmail: false, escalatesAt: at(6 * HOUR) });
    world.wait(HOUR - 1);
    expect(world.send('sms').state).toBe('armed');
    world.wait(1);
    expect(world.send('sms')).toMatchObject({ state: 'queued', queuedAt: at(6 * HOUR) });
    expect(world.business().balance).toBe(4);
  });

  test('moves where its timer overtakes that of an email that waits for send_at', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...held, send_at: NOW + DAY });
    world.nowMs += DAY + HOUR;
    world.fire(world.timers().find(({ kind }) => kind === 'escalate')!);
    expect(world.send('email').state).toBe('scheduled');
    expect(world.send('sms')).toMatchObject({ state: 'armed', awaitsEmail: true, credits: 0 });
  });

  test('never shows a deadline that has passed, however long the email takes', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...held, channels: ['sms', 'whatsapp'] });
    world.wait(2 * HOUR + MINUTE);
    const waiting = { state: 'armed', awaitsEmail: true, escalatesAt: at(3 * HOUR) };
    expect(world.sends().slice(1)).toMatchObject([waiting, waiting]);
    world.attempt('email', 'unknown');
    expect(world.send('whatsapp')).toMatchObject({ state: 'queued', queuedAt: at(2 * HOUR + MINUTE) });
    expect(world.timers().filter(({ kind }) => kind === 'escalate')).toEqual([]);
  });

  test('moves also when a report is the first word of the email', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    world.claim('email');
    world.wait(150 * MINUTE);
    world.report('email', 'delivered');
    expect(world.send('sms')).toMatchObject({ awaitsEmail: false, escalatesAt: at(210 * MINUTE) });
    expect(world.timers()).toMatchObject([{ kind: 'escalate', dueAt: at(210 * MINUTE) }]);
  });

  test('stays where it is when the email goes out late, but before the deadline', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    world.wait(59 * MINUTE);
    world.attempt('email', 'accepted');
    world.wait(MINUTE);
    expect(world.send('sms').state).toBe('queued');
  });

  test('is called off by opening the message while it waits for the email', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push(held);
    world.wait(HOUR);
    world.open();
    world.attempt('email', 'accepted');
    expect(world.send('sms')).toMatchObject({ state: 'cancelled', awaitsEmail: false });
    expect(world.timers()).toEqual([]);
  });

  test.each<[string, (world: World) => void]>([
    ['refused by a gate at the push', () => undefined],
    [
      'skipped at the last moment',
      (world) => world.attempt('email', 'skipped', { skipped_reason: 'unsubscribed' }),
    ],
    ['refused by the provider', (world) => world.attempt('email', 'refused')],
    ['left unknown', (world) => world.attempt('email', 'unknown')],
    [
      'bounced',
      (world) => {
        world.attempt('email', 'accepted');
        world.report('email', 'bounced_hard');
      },
    ],
  ])('an email that was %s counts as unread', (what, email) => {
    const world = new World({
      settings: { ...ON, plan: what.includes('gate') ? 'lapsed' : null },
      credits: 5,
    });
    world.push(held);
    email(world);
    expect(world.send('sms')).toMatchObject({ state: 'armed', escalatesAt: at(HOUR) });
    world.wait(HOUR);
    expect(world.send('sms').state).toBe('queued');
  });

  test.each([
    ['skipped', { skipped_reason: 'daily_cap_reached' }],
    ['refused', {}],
    ['unknown', {}],
  ])('an email that ends %s after the deadline sends the paid nudge at once', (outcome, more) => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...held, channels: ['sms', 'whatsapp'] });
    world.wait(90 * MINUTE);
    world.attempt('email', outcome, more);
    const now = at(90 * MINUTE);
    const sent = { state: 'queued', queuedAt: now, escalatesAt: now, awaitsEmail: false };
    expect(world.sends().slice(1)).toMatchObject([
      { channel: 'sms', ...sent },
      { channel: 'whatsapp', ...sent },
    ]);
    expect(world.business().balance).toBe(3);
  });

  test('an email that goes out after the deadline moves it, also where the timers are late', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...held, channels: ['sms', 'whatsapp'] });
    const [first, second] = world.timers().filter(({ kind }) => kind === 'escalate');
    world.nowMs += 61 * MINUTE;
    world.fire(first!);
    world.attempt('email', 'accepted');
    world.fire(second!);
    const moved = { state: 'armed', credits: 0, awaitsEmail: false, escalatesAt: at(121 * MINUTE) };
    expect(world.sends().slice(1)).toMatchObject([moved, moved]);
    world.wait(HOUR);
    expect(world.sends().slice(1)).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
  });

  test('an update that nudges arms anew from its own email', () => {
    const world = new World({ settings: ON, credits: 5 });
    world.push({ ...held, kind: 'updateable' });
    world.wait(30 * MINUTE);
    world.push({ ...held, kind: 'updateable', notify: true });
    world.attempt('email', 'accepted');
    world.wait(HOUR - 1);
    expect(world.sends('sms').map(({ state }) => state)).toEqual(['cancelled', 'armed']);
    world.wait(1);
    expect(world.sends('sms').map(({ state }) => state)).toEqual(['cancelled', 'queued']);
    expect(world.send('sms').phone).toBe(PHONE);
  });
});
