import { topics } from '../../../../schemas/topics';
import { NOW } from '../fixtures/scenario';
import { DAY, EMAIL, FOR_WHATSAPP, HOUR, PHONE, World } from '../fixtures/world';

const types = (world: World) => world.merchantEvents().map(({ type }) => type);

describe('a message that is opened (EVENT-9)', () => {
  test('is reported once per nudge', () => {
    const world = new World();
    world.push();
    world.wait(HOUR);
    expect(world.open()).toMatchObject({ status: 200 });
    world.wait(HOUR);
    world.open();
    expect(world.message().openedAt).toEqual(new Date(NOW + HOUR));
    expect(world.merchantEvents()).toMatchObject([
      { type: 'message.opened', data: { message_id: world.message().id, recipient_email: EMAIL } },
    ]);
  });

  test('can be a retracted one, because it is still shown', () => {
    const world = new World();
    world.push({ notify: false });
    world.retract();
    world.open();
    expect(types(world)).toEqual(['message.opened']);
  });

  test('is 404 if it belongs to another recipient (INBOX-9)', () => {
    const world = new World();
    world.push({ recipient_email: 'bob@example.com' });
    const bobs = world.message();
    world.push();
    const { recipientId } = world.message();
    expect(world.open({ ...bobs, recipientId })).toMatchObject({
      status: 404,
      body: { error_code: 'message.not_found' },
    });
    expect(types(world)).toEqual([]);
  });
});

describe('a recipient who stops (CONSENT-11)', () => {
  test.each(['inbox', 'dashboard'] as const)(
    'stops texts from the %s, and the first stop stays (INBOX-10, OPER-12)',
    (source) => {
      const world = new World();
      world.push({ recipient_phone: PHONE });
      world.stop('sms', source);
      const stopped = { smsStoppedAt: new Date(NOW), smsStopSource: source, whatsappStoppedAt: null };
      expect(world.recipient()).toMatchObject(stopped);
      world.wait(HOUR);
      world.stop('sms', source === 'inbox' ? 'dashboard' : 'inbox');
      expect(world.recipient()).toMatchObject(stopped);
      expect([...world.set.numberStops.values()]).toMatchObject([
        { channel: 'sms', source },
        { channel: 'sms', source: source === 'inbox' ? 'dashboard' : 'inbox' },
      ]);
    },
  );

  test('keeps WhatsApp consent on record, where it does not count', () => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.push(FOR_WHATSAPP);
    world.stop('whatsapp');
    expect(world.recipient()).toMatchObject({
      whatsappOptedInAt: new Date(NOW),
      whatsappStoppedAt: new Date(NOW),
      smsStoppedAt: null,
    });
    expect(world.push({ ...FOR_WHATSAPP, whatsapp_opt_in: null }).body).toMatchObject({
      whatsapp: { skipped_reason: 'stopped' },
    });
  });

  test('can do so without a number, and no number is stopped', () => {
    const world = new World();
    world.push();
    world.stop('sms');
    expect(world.recipient().smsStoppedAt).toEqual(new Date(NOW));
    expect([...world.set.numberStops.values()]).toEqual([]);
  });

  test.each(['StopChannel', 'Unsubscribe'])('%s of an unknown recipient is 404', (name) => {
    const world = new World();
    const request = { recipient_id: 'rcp_unknown', channel: 'sms', source: 'inbox' };
    const body = name === 'StopChannel' ? { StopChannel: request } : { Unsubscribe: request };
    expect(world.apply(world.command(body))).toMatchObject({
      status: 404,
      body: { error_code: 'recipient.not_found' },
    });
  });

  test('everything is refused on every channel for good (CONSENT-16)', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 5 });
    world.push({ ...FOR_WHATSAPP, notify: false });
    world.unsubscribe();
    world.wait(DAY);
    world.unsubscribe();
    expect(world.recipient().unsubscribedAt).toEqual(new Date(NOW));
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({
      nudged: false,
      email: { skipped_reason: 'unsubscribed' },
      sms: { skipped_reason: 'unsubscribed' },
      whatsapp: { skipped_reason: 'unsubscribed' },
    });
  });

  test('an unsubscribed address stays so for a new recipient (ERASE-8)', () => {
    const world = new World({ settings: { sms_mode: 'on' }, credits: 5 });
    world.push();
    world.unsubscribe();
    world.set.recipients.remove(world.recipient());
    expect(world.push({ recipient_phone: PHONE }).body).toMatchObject({
      email: { skipped_reason: 'unsubscribed' },
      sms: { skipped_reason: 'unsubscribed' },
    });
  });
});

describe('a fresh link (INBOX-17)', () => {
  /** Its email arrived a month ago. */
  function readLongAgo(): World {
    const world = new World();
    world.push();
    world.attempt('email', 'accepted');
    world.report('email', 'delivered');
    world.wait(31 * DAY);
    return world;
  }

  test('is emailed, at most once an hour (INBOX-15)', () => {
    const world = new World();
    world.push();
    expect(world.renewLink().outputs).toEqual([]);
    world.wait(HOUR - 1);
    expect(world.renewLink().outputs).toEqual([]);
    world.wait(1);
    expect(world.renewLink().outputs.map(({ topic }) => topic)).toEqual([topics.sendsEmail.name]);
    expect(world.renewLink().outputs).toEqual([]);
    expect(world.sends('email')).toHaveLength(2);
  });

  test('goes to a recipient who unsubscribed, because their messages stay readable', () => {
    const world = readLongAgo();
    world.unsubscribe();
    expect(world.push({ kind: 'updateable' }).body).toMatchObject({
      email: { skipped_reason: 'unsubscribed' },
    });
    for (const message of world.messages()) {
      expect(world.renewLink(message).outputs.map(({ topic }) => topic)).toEqual([topics.sendsEmail.name]);
      expect(world.renewLink(message).outputs).toEqual([]);
    }
  });

  test('is not sent for a retracted message or past a gate, and the answer shows no difference (INBOX-16)', () => {
    const complained = readLongAgo();
    complained.report('email', 'complained');
    complained.unsubscribe();
    const retracted = readLongAgo();
    retracted.retract();
    for (const world of [complained, retracted]) {
      const told = world.merchantEvents();
      expect(world.renewLink()).toMatchObject({ status: 200, body: {}, outputs: [] });
      expect(world.sends('email')).toHaveLength(1);
      expect(world.merchantEvents()).toEqual(told);
    }
  });

  test('arrives without an event of the message, whose own email stays as it was', () => {
    const world = readLongAgo();
    const email = world.send('email');
    world.renewLink();
    const brought = [world.attempt('email', 'accepted'), world.report('email', 'delivered')];
    expect(brought.flatMap(({ outputs }) => outputs)).toEqual([]);
    expect(world.send('email')).toMatchObject({ nudge: null, state: 'delivered' });
    expect(world.send(email)).toEqual(email);
    expect(world.merchantEvents()).toMatchObject([{ type: 'message.delivered' }]);
  });

  test.each([
    ['refused', {}, 'failed'],
    ['unknown', {}, 'failed'],
    ['skipped', { skipped_reason: 'daily_cap_reached' }, 'skipped'],
  ])('may end %s without an event', (outcome, more, state) => {
    const world = readLongAgo();
    world.renewLink();
    expect(world.attempt('email', outcome, more).outputs).toEqual([]);
    expect(world.send('email').state).toBe(state);
    expect(world.merchantEvents()).toHaveLength(1);
  });

  test('is tried again like any email, and cancelled without an event when the message is retracted', () => {
    const world = readLongAgo();
    world.renewLink();
    world.attempt('email', 'throttled');
    expect(world.send('email')).toMatchObject({ state: 'queued', attempt: 2 });
    world.retract();
    expect(world.send('email').state).toBe('cancelled');
    expect(world.merchantEvents()).toHaveLength(1);
  });

  test('is no nudge, so an update does not replace it (INBOX-17)', () => {
    const world = new World();
    world.push({ kind: 'updateable' });
    world.attempt('email', 'accepted');
    world.wait(31 * DAY);
    world.renewLink();
    const fresh = world.send('email');
    world.push({ kind: 'updateable', notify: true, send_at: world.nowMs + 7 * DAY });
    expect(world.send(fresh)).toEqual(fresh);
    expect(world.send('email')).toMatchObject({ nudge: 2, state: 'scheduled' });
  });

  test('leaves an email of unknown outcome failed (INBOX-17)', () => {
    const world = new World();
    world.push();
    world.attempt('email', 'unknown');
    const email = world.send('email');
    world.wait(31 * DAY);
    world.renewLink();
    world.attempt('email', 'accepted');
    world.report('email', 'delivered');
    expect(world.send(email)).toEqual(email);
    expect(world.merchantEvents()).toMatchObject([{ type: 'message.failed' }]);
  });

  test('does not start the minutes of an escalation that waits for the email', () => {
    const world = new World({ settings: { sms_mode: 'on' }, credits: 5 });
    world.push({ recipient_phone: PHONE, channels: ['sms'], escalate_if_unread_after_minutes: 5 });
    for (const outcome of ['accepted', 'refused']) {
      world.wait(HOUR);
      const armed = world.send('sms');
      expect(armed).toMatchObject({ state: 'armed', awaitsEmail: true });
      world.renewLink();
      world.attempt('email', outcome);
      expect(world.send(armed)).toEqual(armed);
    }
  });

  test.each([
    ['bounced_hard', 'message.bounced', true],
    ['complained', 'message.complained', true],
    ['bounced_soft', 'message.bounced', false],
  ])('that is %s suppresses the address (CONSENT-17)', (status, type, suppresses) => {
    const world = readLongAgo();
    world.renewLink();
    world.attempt('email', 'accepted');
    world.report('email', status);
    expect(world.merchantEvents().map((event) => event.type)).toEqual(['message.delivered', type]);
    expect(world.recipient().suppressedAt !== null).toBe(suppresses);
  });
});
