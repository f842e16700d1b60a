import { NOW } from '../fixtures/scenario';
import { DAY, FOR_WHATSAPP, HOUR, MINUTE, PHONE, World } from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };
const held = { ...FOR_WHATSAPP, channels: ['sms'], escalate_if_unread_after_minutes: 60 };
const at = (ms: number) => new Date(NOW + ms);

describe('an escalation and its email (NUDGE-13)', () => {
  test('moves to its minutes after the email, if the email has not gone out', () => {
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

  test('moves if its timer overtakes that of an email that waits for send_at', () => {
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

  test('moves also if a report is the first news of the email', () => {
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

  test('is cancelled by opening the message while it waits for the email', () => {
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

  test('an email that goes out after the deadline moves it, even if the timers are late', () => {
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

  test('an update that nudges is armed again, from its own email', () => {
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
