import { NOW, type Brought } from '../fixtures/scenario';
import { FOR_WHATSAPP, MINUTE, World } from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };

/** The records that a command writes to event topics, each as its topic and type. */
const heard = ({ outputs }: Brought) =>
  outputs.flatMap(({ topic, value }) =>
    topic.startsWith('events.') ? [`${topic} ${(value as { type: string }).type}`] : [],
  );

describe('data teams receive every step of a nudge, on the topic of its channel (EVENT-7)', () => {
  test('accepted, charged and queued', () => {
    const world = new World({ settings: ON, credits: 10 });
    expect(heard(world.push(FOR_WHATSAPP))).toEqual([
      'events.message message.accepted',
      'events.message message.queued',
      'events.sms sms.charged',
      'events.sms sms.queued',
      'events.whatsapp whatsapp.charged',
      'events.whatsapp whatsapp.queued',
    ]);
  });

  test.each([
    ['email', 'events.message message'],
    ['sms', 'events.sms sms'],
    ['whatsapp', 'events.whatsapp whatsapp'],
  ] as const)('%s: submitted and delivered', (channel, name) => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(FOR_WHATSAPP);
    expect(heard(world.attempt(channel, 'accepted'))).toEqual([`${name}.submitted`]);
    expect(heard(world.report(channel, 'delivered'))).toEqual([`${name}.delivered`]);
  });

  test('skipped, for a paid channel that a gate refused or the push left out', () => {
    const world = new World({ settings: ON });
    const brought = world.push({ ...FOR_WHATSAPP, channels: ['sms'] });
    expect(heard(brought)).toEqual([
      'events.message message.accepted',
      'events.message message.queued',
      'events.sms sms.skipped',
      'events.whatsapp whatsapp.skipped',
    ]);
    expect(brought.outputs.slice(-2).map(({ value }) => value)).toMatchObject([
      { skipped_reason: 'insufficient_credit', error_code: null },
      { skipped_reason: 'disabled_by_request', error_code: null },
    ]);
  });

  test('under the id that merchants receive (EVENT-4)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(FOR_WHATSAPP);
    world.attempt('sms', 'accepted');
    const { outputs } = world.report('sms', 'delivered');
    const [row] = world.merchantEvents();
    expect(outputs.map(({ value }) => value)).toContainEqual(
      expect.objectContaining({ type: 'sms.delivered', event_id: row?.id }),
    );
  });
});

describe('a send shows when it last changed (NUDGE-5)', () => {
  const held = { ...FOR_WHATSAPP, channels: ['sms'], escalate_if_unread_after_minutes: 60 };

  test.each<[string, object, (world: World) => void]>([
    ['submitted', FOR_WHATSAPP, (world) => world.attempt('sms', 'accepted')],
    ['put off', FOR_WHATSAPP, (world) => world.attempt('sms', 'throttled')],
    ['rejected', FOR_WHATSAPP, (world) => world.attempt('sms', 'refused')],
    ['delivered', FOR_WHATSAPP, (world) => world.report('sms', 'delivered')],
    ['cancelled', FOR_WHATSAPP, (world) => world.retract()],
    ['moved with its email', held, (world) => world.wait(60 * MINUTE)],
    [
      'released',
      held,
      (world) => {
        world.attempt('email', 'accepted');
        world.wait(60 * MINUTE);
      },
    ],
    [
      'refused at its deadline',
      held,
      (world) => {
        world.attempt('email', 'accepted');
        world.stop('sms');
        world.wait(60 * MINUTE);
      },
    ],
  ])('%s', (_what, push, change) => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(push);
    world.wait(MINUTE);
    change(world);
    const changedAt = push === held ? NOW + 60 * MINUTE : NOW + MINUTE;
    expect(world.send('sms').updatedAt).toEqual(new Date(changedAt));
  });

  test.each(['delivered', 'read', 'failed'])('reported %s', (status) => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(FOR_WHATSAPP);
    world.attempt('whatsapp', 'accepted');
    world.wait(MINUTE);
    world.report('whatsapp', status);
    expect(world.send('whatsapp')).toMatchObject({ state: status, updatedAt: new Date(NOW + MINUTE) });
  });
});
