import { HOUSE, NOW } from '../fixtures/scenario';
import { EMAIL, FOR_WHATSAPP, HOUR, MINUTE, PHONE, World } from '../fixtures/world';

const at = (ms: number) => new Date(NOW + ms);
const types = (world: World) => world.merchantEvents().map(({ type }) => type);

function pushed(): World {
  const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
  world.push(FOR_WHATSAPP);
  return world;
}

function submitted(): World {
  const world = pushed();
  for (const channel of ['email', 'sms', 'whatsapp'] as const) world.attempt(channel, 'accepted');
  return world;
}

describe.each(['sms', 'whatsapp'] as const)('reports on %s (NUDGE-8, HOOK-9)', (channel) => {
  test('delivered is reported once', () => {
    const world = submitted();
    world.wait(MINUTE);
    world.report(channel, 'delivered');
    world.wait(MINUTE);
    world.report(channel, 'delivered');
    const delivered = { state: 'delivered', submittedAt: at(0), deliveredAt: at(MINUTE), credits: 1 };
    expect(world.send(channel)).toMatchObject(delivered);
    expect(world.merchantEvents()).toMatchObject([
      {
        type: `${channel}.delivered`,
        data: {
          message_id: world.message().id,
          recipient_email: EMAIL,
          reference: '#A-1042',
          order_status: 'shipped',
          send_id: world.send(channel).id,
          credits: 1,
          fallback_of: null,
        },
      },
    ]);
    expect(world.merchantEvents()[0]?.data).not.toHaveProperty('error_code');
  });

  test('failed is reported once, and keeps the credit', () => {
    const world = submitted();
    world.report(channel, 'failed');
    world.report(channel, 'failed');
    const errorCode = `${channel}.undelivered`;
    expect(world.send(channel)).toMatchObject({ state: 'failed', errorCode, credits: 1 });
    expect(world.merchantEvents()).toMatchObject([
      { type: `${channel}.failed`, data: { error_code: errorCode, credits: 1 } },
    ]);
    expect(world.business().balance).toBe(8);
  });

  test('a status that says neither, such as `sent`, changes nothing (PROV-13)', () => {
    const world = submitted();
    const before = world.send(channel);
    expect(world.report(channel, 'sent').outputs).toEqual([]);
    expect(world.send(channel)).toEqual(before);
  });

  test('failed after delivered changes nothing', () => {
    const world = submitted();
    world.report(channel, 'delivered');
    const delivered = world.send(channel);
    world.report(channel, 'failed');
    expect(world.send(channel)).toEqual(delivered);
    expect(types(world)).toEqual([`${channel}.delivered`]);
  });

  test('delivered after failed counts, because the message arrived after all (NUDGE-8)', () => {
    const world = submitted();
    world.report(channel, 'failed');
    world.report(channel, 'delivered');
    expect(world.send(channel)).toMatchObject({ state: 'delivered', errorCode: null });
    expect(types(world)).toEqual([`${channel}.failed`, `${channel}.delivered`]);
  });

  test('a report after an unknown outcome settles it, and the failure is reported once', () => {
    const world = pushed();
    world.attempt(channel, 'unknown');
    world.report(channel, 'failed');
    expect(world.send(channel)).toMatchObject({ state: 'failed', errorCode: `${channel}.undelivered` });
    world.report(channel, 'delivered');
    expect(world.send(channel).state).toBe('delivered');
    expect(types(world)).toEqual([`${channel}.failed`, `${channel}.delivered`]);
    expect(world.business().balance).toBe(8);
  });

  test('a report that overtakes the result of its attempt is that result (NUDGE-8)', () => {
    const world = pushed();
    world.claim(channel);
    world.report(channel, 'delivered');
    expect(world.send(channel)).toMatchObject({
      state: 'delivered',
      submittedAt: new Date(NOW),
      providerId: 'provider-1',
    });
    world.result(channel, 'unknown');
    world.result(channel, 'refused');
    expect(world.send(channel)).toMatchObject({ state: 'delivered', credits: 1 });
    expect(types(world)).toEqual([`${channel}.delivered`]);
  });

  test.each(['refused', 'skipped', 'cancelled'])(
    'a report on a send that was %s changes nothing',
    (ending) => {
      const world = pushed();
      if (ending === 'cancelled') world.retract();
      else world.attempt(channel, ending, { skipped_reason: 'stopped' });
      const ended = world.send(channel);
      const before = types(world);
      for (const status of ['delivered', 'read', 'failed']) world.report(channel, status);
      expect(world.send(channel)).toEqual(ended);
      expect(types(world)).toEqual(before);
    },
  );
});

describe('reports that only WhatsApp makes (NUDGE-5)', () => {
  test('read is reported after delivered', () => {
    const world = submitted();
    world.report('whatsapp', 'delivered');
    world.wait(HOUR);
    world.report('whatsapp', 'read');
    expect(world.send('whatsapp')).toMatchObject({
      state: 'read',
      deliveredAt: at(0),
      readAt: at(HOUR),
    });
    expect(types(world)).toEqual(['whatsapp.delivered', 'whatsapp.read']);
  });

  test('read before delivered reports both, and the late report neither', () => {
    const world = submitted();
    world.report('whatsapp', 'read');
    world.report('whatsapp', 'delivered');
    world.report('whatsapp', 'read');
    expect(world.send('whatsapp').state).toBe('read');
    expect(types(world)).toEqual(['whatsapp.delivered', 'whatsapp.read']);
  });

  test('a text is never read', () => {
    const world = submitted();
    world.report('sms', 'read');
    expect(world.send('sms').state).toBe('queued');
    expect(types(world)).toEqual([]);
  });

  test('a report that the number is not on WhatsApp is remembered until a delivery (CHAN-12)', () => {
    const world = submitted();
    const numberHash = HOUSE.hash('number', PHONE);
    world.report('whatsapp', 'not_on_whatsapp');
    expect(world.send('whatsapp')).toMatchObject({ state: 'failed', errorCode: 'whatsapp.undelivered' });
    const until = at(30 * 24 * HOUR);
    expect([...world.set.unreachableNumbers.values()]).toEqual([{ numberHash, until }]);
    world.report('sms', 'delivered');
    expect([...world.set.unreachableNumbers.values()]).toHaveLength(1);
    world.report('whatsapp', 'delivered');
    expect([...world.set.unreachableNumbers.values()]).toEqual([]);
  });
});

describe('reports on the email (MSG-18, CONSENT-17)', () => {
  const suppressions = (world: World) => [...world.set.suppressions.values()].map(({ kind }) => kind);
  const isPlatformWide = (world: World) => [...world.set.platformSuppressions.values()].length > 0;

  test('delivered is reported once', () => {
    const world = submitted();
    world.report('email', 'delivered');
    world.report('email', 'delivered');
    expect(world.send('email')).toMatchObject({ state: 'delivered', deliveredAt: at(0) });
    expect(types(world)).toEqual(['message.delivered']);
  });

  test('delivered after an unknown outcome clears the failure', () => {
    const world = pushed();
    world.attempt('email', 'unknown');
    world.report('email', 'delivered');
    const submittedAt = new Date(world.nowMs);
    expect(world.send('email')).toMatchObject({ state: 'delivered', errorCode: null, submittedAt });
    expect(types(world)).toEqual(['message.failed', 'message.delivered']);
  });

  test.each(['bounced_soft', 'complained'])('%s leaves a failed email as it was', (status) => {
    const world = pushed();
    world.attempt('email', 'unknown');
    const { updatedAt } = world.send('email');
    world.wait(HOUR);
    world.report('email', status);
    expect(world.send('email')).toMatchObject({ state: 'failed', updatedAt });
  });

  test('a hard bounce suppresses for the business and the platform, and is reported once', () => {
    const world = submitted();
    world.report('email', 'bounced_hard');
    world.report('email', 'bounced_hard');
    expect(world.merchantEvents()).toMatchObject([{ type: 'message.bounced', data: { reason: 'hard' } }]);
    expect(suppressions(world)).toEqual(['bounced']);
    expect(isPlatformWide(world)).toBe(true);
    expect(world.push().body).toMatchObject({ email: { skipped_reason: 'suppressed' } });
  });

  test('a soft bounce suppresses nothing', () => {
    const world = submitted();
    world.report('email', 'bounced_soft');
    expect(world.merchantEvents()).toMatchObject([{ type: 'message.bounced', data: { reason: 'soft' } }]);
    expect(suppressions(world)).toEqual([]);
    expect(world.push().body).toMatchObject({ email: { sending: true } });
  });

  test('a hard bounce after a soft one is not reported again, but suppresses', () => {
    const world = submitted();
    world.report('email', 'bounced_soft');
    world.report('email', 'bounced_hard');
    expect(types(world)).toEqual(['message.bounced']);
    expect(suppressions(world)).toEqual(['bounced']);
    expect(isPlatformWide(world)).toBe(true);
  });

  test('a complaint suppresses for the business only', () => {
    const world = submitted();
    world.report('email', 'complained');
    world.report('email', 'complained');
    expect(types(world)).toEqual(['message.complained']);
    expect(suppressions(world)).toEqual(['complained']);
    expect(isPlatformWide(world)).toBe(false);
    expect(world.push().body).toMatchObject({ email: { skipped_reason: 'suppressed' } });
  });

  test('bounced and complained may follow delivered, and leave it (NUDGE-9)', () => {
    const world = submitted();
    for (const status of ['delivered', 'bounced_soft', 'complained']) world.report('email', status);
    expect(world.send('email')).toMatchObject({
      state: 'delivered',
      deliveredAt: at(0),
      bouncedAt: at(0),
      complainedAt: at(0),
    });
    expect(types(world)).toEqual(['message.delivered', 'message.bounced', 'message.complained']);
  });

  test('an email that a provider has reported on is not tried again, even if its result asks for it', () => {
    const world = pushed();
    world.attempt('email', 'try_later');
    world.report('email', 'bounced_soft');
    const [retry] = world.timers();
    expect(world.fire(retry!).outputs).toEqual([]);
  });

  test('a report that overtakes the result is that result, even if it leaves the email queued', () => {
    const world = pushed();
    world.claim('email');
    world.report('email', 'bounced_soft');
    world.result('email', 'unknown');
    expect(world.send('email')).toMatchObject({ state: 'queued', errorCode: null });
    expect(types(world)).toEqual(['message.bounced']);
  });

  test('an email that bounced does not fail as well if the provider then drops it', () => {
    const world = submitted();
    world.report('email', 'bounced_soft');
    world.report('email', 'failed');
    expect(types(world)).toEqual(['message.bounced']);
  });

  test('a suppression outlives the recipient (ERASE-7)', () => {
    const world = submitted();
    world.report('email', 'complained');
    world.set.recipients.remove(world.recipient());
    expect(world.push().body).toMatchObject({ email: { sending: false, skipped_reason: 'suppressed' } });
  });

  test('an email that the provider accepted and dropped has failed, which is reported once', () => {
    const world = submitted();
    world.report('email', 'failed');
    world.report('email', 'failed');
    expect(world.send('email')).toMatchObject({ state: 'failed', errorCode: 'esp_refused' });
    expect(types(world)).toEqual(['message.failed']);
    world.report('email', 'delivered');
    expect(world.send('email')).toMatchObject({ state: 'delivered', errorCode: null });
  });

  test('a drop makes an unknown outcome certain, and changes no email that had arrived', () => {
    const world = pushed();
    world.attempt('email', 'unknown');
    world.report('email', 'failed');
    expect(world.send('email')).toMatchObject({ state: 'failed', errorCode: 'esp_refused' });
    world.report('email', 'delivered');
    world.report('email', 'failed');
    expect(world.send('email')).toMatchObject({ state: 'delivered', errorCode: null });
    expect(types(world)).toEqual(['message.failed', 'message.delivered']);
  });
});
