import { NOW } from '../fixtures/scenario';
import { DAY, FOR_WHATSAPP, GERMAN_PHONE, HOUR, MINUTE, World } from '../fixtures/world';

const ON = { sms_mode: 'on_request', whatsapp_mode: 'on' };
const held = {
  ...FOR_WHATSAPP,
  channels: ['whatsapp'],
  escalate_if_unread_after_minutes: 60,
  sms_if_whatsapp_fails: true,
};

/** [kind, setup]: the setup returns a world whose next timer is of that kind. */
const WAITING: readonly [string, () => World][] = [
  ['send', () => after((world) => world.push({ ...FOR_WHATSAPP, channels: [], send_at: NOW + HOUR }))],
  [
    'escalate',
    () =>
      after((world) => {
        world.push(held);
        world.attempt('email', 'accepted');
      }),
  ],
  [
    'retry',
    () =>
      after((world) => {
        world.push({ ...FOR_WHATSAPP, channels: ['sms'] });
        world.attempt('sms', 'throttled');
      }),
  ],
  [
    'fallback',
    () =>
      after((world) => {
        world.push({ ...FOR_WHATSAPP, sms_if_whatsapp_fails: true });
        world.attempt('whatsapp', 'accepted');
      }),
  ],
  ['plan', () => after((world) => world.change({ plan: 'past_due', period_ends_at: NOW + HOUR }))],
];

function after(steps: (world: World) => void): World {
  const world = new World({ settings: ON, credits: 10 });
  steps(world);
  return world;
}

describe.each(WAITING)('a timer of kind %s', (kind, waiting) => {
  test('acts when it fires, and is gone', () => {
    const world = waiting();
    const [timer] = world.timers();
    expect(timer?.kind).toBe(kind);
    world.nowMs = timer!.dueAt.getTime();
    expect(world.fire(timer!).outputs).not.toEqual([]);
    expect(world.set.timers.get(`${timer!.subjectId} ${kind}`)).toBeUndefined();
  });

  test('does nothing when it fires a second time', () => {
    const world = waiting();
    const [timer] = world.timers();
    world.nowMs = timer!.dueAt.getTime();
    world.fire(timer!);
    const again = world.fire(timer!);
    expect(again.outputs).toEqual([]);
    expect([...again.written.sends, ...again.written.businesses, ...again.written.events]).toEqual([]);
  });

  test('does nothing at its old time once it was moved, and acts at the new time', () => {
    const world = waiting();
    const [timer] = world.timers();
    const moved = { ...timer!, dueAt: new Date(timer!.dueAt.getTime() + DAY) };
    world.set.timers.load([moved]);
    world.nowMs = timer!.dueAt.getTime();
    expect(world.fire(timer!).outputs).toEqual([]);
    expect(world.timers()).toEqual([moved]);
    world.nowMs = moved.dueAt.getTime();
    expect(world.fire(moved).outputs).not.toEqual([]);
  });

  test('is left alone if it fires for another business', () => {
    const world = waiting();
    const [timer] = world.timers();
    const { subjectId: subject_id, dueAt } = timer!;
    const body = { FireTimer: { subject_id, kind, due_at: dueAt.getTime() } };
    expect(world.apply(world.command(body, { business_id: 'biz_other' })).outputs).toEqual([]);
    expect(world.timers()).toEqual([timer]);
  });
});

describe('a timer that is no longer wanted', () => {
  test.each(WAITING.slice(0, 3))('of kind %s does nothing once the nudge was cancelled', (_kind, waiting) => {
    const world = waiting();
    const [timer] = world.timers();
    world.retract();
    world.nowMs = timer!.dueAt.getTime();
    expect(world.fire(timer!).outputs).toEqual([]);
    world.set.timers.load([timer!]);
    expect(world.fire(timer!).outputs).toEqual([]);
  });

  test('of kind fallback does nothing once the WhatsApp message has arrived', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...FOR_WHATSAPP, sms_if_whatsapp_fails: true });
    world.attempt('whatsapp', 'accepted');
    const [timer] = world.timers();
    world.report('whatsapp', 'delivered');
    world.set.timers.load([timer!]);
    world.wait(5 * MINUTE);
    expect(world.sends('sms')).toEqual([]);
  });
});

describe('a nudge that waited goes to the number that the recipient has by then (NUDGE-18)', () => {
  test.each([
    [
      'for its time',
      (world: World) => world.push({ ...FOR_WHATSAPP, channels: ['sms'], send_at: NOW + HOUR }),
    ],
    [
      'for its next attempt',
      (world: World) => {
        world.push({ ...FOR_WHATSAPP, channels: ['sms'] });
        world.attempt('sms', 'throttled');
      },
    ],
  ])('%s', (_what, steps) => {
    const world = after(steps);
    const send = world.send('sms');
    world.push({ recipient_phone: GERMAN_PHONE, channels: [] });
    world.wait(HOUR);
    expect(world.send(send)).toMatchObject({ state: 'queued', phone: GERMAN_PHONE, country: 'DE' });
  });
});

test('a scheduled email has no number, so it counts towards no limit of a number when it goes', () => {
  const world = after((before) => before.push({ ...FOR_WHATSAPP, channels: [], send_at: NOW + HOUR }));
  world.wait(HOUR);
  expect(world.send('email')).toMatchObject({ state: 'queued', phone: null, country: null });
});
