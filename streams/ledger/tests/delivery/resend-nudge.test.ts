import type { PaidChannel } from '../../../../schemas/channels';
import { command, idOf, keyed, NOW, PLAIN_PUSH } from '../fixtures/scenario';
import { FOR_WHATSAPP, HOUR, OTHER_PHONE, World } from '../fixtures/world';

const CHANNELS: readonly PaidChannel[] = ['sms', 'whatsapp'];
const ON = { sms_mode: 'on_request', whatsapp_mode: 'on_request' };
const QUEUED = { queued: true, credits: 1, skipped_reason: null, escalates_at: null };

function pushed(push = {}, credits = 10): World {
  const world = new World({ settings: ON, credits });
  world.push({ ...FOR_WHATSAPP, ...push });
  return world;
}

test.each(CHANNELS)(
  'a second resend on %s is refused, even if the clock of the push was ahead of those of the resends',
  (channel) => {
    const world = new World({ settings: ON, credits: 10 });
    const push = { ...PLAIN_PUSH, ...FOR_WHATSAPP, channels: ['email'] };
    world.apply(command(900, { PushMessage: push }, { issued_at: world.nowMs }));
    // The log's time stands still until the other clocks have caught up. Their ids are lower until then.
    expect(world.resend(channel).body).toMatchObject(QUEUED);
    expect(world.resend(channel)).toMatchObject({
      status: 409,
      body: { error_code: `${channel}.already_sent` },
    });
  },
);

describe.each(CHANNELS)('a resend on %s (NUDGE-19, NUDGE-20)', (channel) => {
  const named = { channels: [channel] };

  test.each<[string, (world: World) => void, object]>([
    ['that was never made', () => undefined, { channels: ['email'] }],
    ['that the account sends only on request', () => undefined, {}],
    ['of a quiet push', () => undefined, { notify: false }],
    ['that was rejected', (world) => world.attempt(channel, 'refused'), named],
    [
      'that was skipped',
      (world) => world.attempt(channel, 'skipped', { skipped_reason: 'rate_limited' }),
      named,
    ],
    [
      'that failed',
      (world) => {
        world.attempt(channel, 'accepted');
        world.report(channel, 'failed');
      },
      named,
    ],
    ['that was cancelled', (world) => world.open(), { ...named, escalate_if_unread_after_minutes: 5 }],
    [
      'that ended unknown and was then reported failed',
      (world) => {
        world.attempt(channel, 'unknown');
        world.report(channel, 'failed');
      },
      named,
    ],
  ])('%s goes, and is charged again (CREDIT-9)', (_what, before, push) => {
    const world = pushed(push);
    before(world);
    const { balance } = world.business();
    expect(world.resend(channel)).toMatchObject({ status: 200, body: QUEUED });
    expect(world.send(channel)).toMatchObject({ state: 'queued', credits: 1, fallbackOf: null });
    expect(world.business().balance).toBe(balance - 1);
    expect(world.message().nudged).toBe(true);
  });

  test('after a top-up sends what stopped at an empty balance', () => {
    const world = pushed(named, 0);
    expect(world.resend(channel).body).toMatchObject({
      queued: false,
      skipped_reason: 'insufficient_credit',
    });
    world.topUp(1);
    expect(world.resend(channel).body).toEqual(QUEUED);
  });

  test('is possible for an obsolete message', () => {
    const world = pushed();
    const message = world.message();
    world.push({ channels: [], obsoletes: [message.id] });
    expect(world.resend(channel, message).body).toEqual(QUEUED);
  });

  test('uses the number held now', () => {
    const world = pushed();
    const message = world.message();
    world.push({ ...FOR_WHATSAPP, recipient_phone: OTHER_PHONE, notify: false });
    world.resend(channel, message);
    expect(world.send(channel).phone).toBe(OTHER_PHONE);
  });

  test.each<[string, (world: World) => void]>([
    [`${channel}_disabled`, (world) => world.change({ [`${channel}_mode`]: 'off' })],
    ['sending_paused', (world) => world.change({ sending_paused: true })],
    ['stopped', (world) => world.stop(channel)],
    ['unsubscribed', (world) => world.unsubscribe()],
  ])('that %s refuses is a 200 that says so', (reason, before) => {
    const world = pushed();
    before(world);
    expect(world.resend(channel)).toMatchObject({
      status: 200,
      body: { queued: false, credits: 0, skipped_reason: reason, escalates_at: null },
    });
    expect(world.merchantEvents()).toEqual([]);
  });

  test.each<[string, string, (world: World) => void, object]>([
    ['already_sent', 'queued', () => undefined, {}],
    ['already_sent', 'scheduled', () => undefined, { send_at: NOW + HOUR }],
    ['already_sent', 'armed', () => undefined, { escalate_if_unread_after_minutes: 5 }],
    ['already_sent', 'with the provider', (world) => world.attempt(channel, 'accepted'), {}],
    [
      'already_sent',
      'delivered',
      (world) => {
        world.attempt(channel, 'accepted');
        world.report(channel, 'delivered');
      },
      {},
    ],
    [
      'already_sent',
      'unknown and then reported delivered',
      (world) => {
        world.attempt(channel, 'unknown');
        world.report(channel, 'delivered');
      },
      {},
    ],
    ['may_have_sent', 'unknown', (world) => world.attempt(channel, 'unknown'), {}],
  ])('is refused with %s while the first is %s, and the key stays unspent', (code, _what, before, push) => {
    const world = pushed({ ...named, ...push });
    before(world);
    const sends = world.sends();
    const refusal = { status: 409, body: { error_code: `${channel}.${code}` }, replayed: false, outputs: [] };
    expect(world.resend(channel, world.message(), keyed('k'))).toMatchObject(refusal);
    expect(world.resend(channel, world.message(), keyed('k', 'other'))).toMatchObject(refusal);
    expect(world.sends()).toEqual(sends);
  });

  test('of a retracted message is refused before anything else', () => {
    const world = pushed(named);
    world.attempt(channel, 'accepted');
    world.retract();
    expect(world.resend(channel)).toMatchObject({ status: 409, body: { error_code: 'message.not_active' } });
  });

  test('of an unknown message is 404', () => {
    const world = pushed();
    const unknown = { ...world.message(), id: 'msg_unknown' };
    expect(world.resend(channel, unknown)).toMatchObject({
      status: 404,
      body: { error_code: 'message.not_found' },
    });
  });

  test('with the same key is replayed, and nothing is sent again (IDEM-4)', () => {
    const world = pushed();
    world.resend(channel, world.message(), keyed('k'));
    expect(world.resend(channel, world.message(), keyed('k'))).toMatchObject({
      status: 200,
      body: QUEUED,
      replayed: true,
      outputs: [],
    });
    expect(world.business().balance).toBe(9);
  });

  test('is decided by the newest send', () => {
    const world = pushed(named);
    world.attempt(channel, 'unknown');
    world.report(channel, 'failed');
    world.resend(channel);
    world.attempt(channel, 'refused');
    expect(world.resend(channel)).toMatchObject({ status: 200 });
    expect(world.resend(channel)).toMatchObject({ body: { error_code: `${channel}.already_sent` } });
  });
});

test('the newest send is the one that was decided last, on any clocks of the requests (NUDGE-20)', () => {
  const world = pushed({ channels: ['email'] }, 0);
  const message_id = world.message().id;
  const ahead = { command_id: idOf('cmd', 900) };
  const first = world.apply(world.command({ ResendNudge: { message_id, channel: 'sms' } }, ahead));
  expect(first.body).toMatchObject({ skipped_reason: 'insufficient_credit' });
  world.wait(1_000);
  world.topUp(10);
  expect(world.resend('sms').body).toMatchObject(QUEUED);
  expect(world.resend('sms').body).toEqual({ error_code: 'sms.already_sent' });
});

test('a resend on WhatsApp is refused with already_sent once the message was read', () => {
  const world = pushed({ channels: ['whatsapp'] });
  world.attempt('whatsapp', 'accepted');
  world.report('whatsapp', 'read');
  expect(world.resend('whatsapp')).toMatchObject({
    status: 409,
    body: { error_code: 'whatsapp.already_sent' },
  });
});

test('a refused resend does not make a quiet push a nudge', () => {
  const world = pushed({ notify: false }, 0);
  expect(world.resend('sms').body).toMatchObject({ skipped_reason: 'insufficient_credit' });
  expect(world.message().nudged).toBe(false);
});
