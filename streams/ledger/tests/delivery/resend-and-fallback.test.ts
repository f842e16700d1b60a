import { FOR_WHATSAPP, HOUR, MINUTE, World } from '../fixtures/world';

const QUEUED = { queued: true, credits: 1, skipped_reason: null, escalates_at: null };
const ON = { sms_mode: 'on_request', whatsapp_mode: 'on_request' };
const asked = { channels: ['whatsapp'], sms_if_whatsapp_fails: true };
const ESCALATED = { status: 409, body: { error_code: 'whatsapp.escalated_to_sms' } };

function pushed(more = {}): World {
  const world = new World({ settings: ON, credits: 10 });
  world.push({ ...FOR_WHATSAPP, ...asked, ...more });
  return world;
}

describe('a resend and the fallback text (NUDGE-16, NUDGE-20)', () => {
  test('WhatsApp is not refused because of a text that still waits for its time', () => {
    const world = pushed({ reference: null, escalate_if_unread_after_minutes: 60 });
    expect(world.send('sms')).toMatchObject({ state: 'armed', fallbackOf: 'whatsapp' });
    expect(world.resend('whatsapp')).toMatchObject({
      status: 200,
      body: { queued: false, skipped_reason: 'template_not_sendable' },
    });
  });

  test('WhatsApp is refused once its text has gone', () => {
    const world = pushed();
    world.attempt('whatsapp', 'refused');
    expect(world.resend('whatsapp')).toMatchObject(ESCALATED);
    world.attempt('sms', 'accepted');
    world.report('sms', 'failed');
    expect(world.resend('whatsapp')).toMatchObject(ESCALATED);
  });

  test('WhatsApp that was only silent is refused for its text, not with already_sent', () => {
    const world = pushed();
    world.attempt('whatsapp', 'accepted');
    world.wait(5 * MINUTE);
    expect(world.resend('whatsapp')).toMatchObject(ESCALATED);
  });

  test.each(['refused', 'skipped'])('WhatsApp goes if its text was %s', (outcome) => {
    const world = pushed();
    world.attempt('whatsapp', 'refused');
    world.attempt('sms', outcome, { skipped_reason: outcome === 'skipped' ? 'stopped' : null });
    expect(world.resend('whatsapp')).toMatchObject({ status: 200, body: QUEUED });
  });

  test('WhatsApp is not refused because of the text of an earlier nudge', () => {
    const world = pushed({ kind: 'updateable' });
    world.attempt('whatsapp', 'refused');
    world.attempt('sms', 'accepted');
    world.push({ ...FOR_WHATSAPP, kind: 'updateable', notify: true, channels: ['whatsapp'] });
    world.attempt('whatsapp', 'refused');
    expect(world.resend('whatsapp')).toMatchObject({ status: 200, body: QUEUED });
  });

  test('resending WhatsApp does not ask for a text again', () => {
    const world = pushed();
    world.stop('sms');
    world.attempt('whatsapp', 'refused');
    expect(world.sends('sms').at(-1)).toMatchObject({ state: 'skipped', fallbackOf: 'whatsapp' });
    world.resend('whatsapp');
    world.attempt('whatsapp', 'refused');
    expect(world.sends('sms').filter(({ fallbackOf }) => fallbackOf !== null)).toHaveLength(1);
  });

  test('resending the text cancels the one that might follow', () => {
    const world = pushed();
    world.attempt('whatsapp', 'accepted');
    world.resend('sms');
    expect(world.timers()).toEqual([]);
    world.report('whatsapp', 'failed');
    world.wait(HOUR);
    expect(world.sends('sms').filter(({ state }) => state === 'queued')).toHaveLength(1);
  });

  test('a resent WhatsApp message that arrives leaves a text alone that the push named itself', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
    world.push({ ...FOR_WHATSAPP, channels: ['sms'], escalate_if_unread_after_minutes: 60 });
    expect(world.resend('whatsapp').body).toMatchObject({ queued: true });
    world.attempt('whatsapp', 'accepted');
    world.report('whatsapp', 'delivered');
    expect(world.send('sms')).toMatchObject({ state: 'armed', fallbackOf: null });
  });

  test('a WhatsApp message that arrives late leaves the text of a later nudge alone', () => {
    const world = new World({ settings: { sms_mode: 'on_request', whatsapp_mode: 'on' }, credits: 10 });
    const push = { ...FOR_WHATSAPP, kind: 'updateable', channels: ['whatsapp'] };
    world.push(push);
    world.attempt('whatsapp', 'accepted');
    const first = world.send('whatsapp');
    const held = { sms_if_whatsapp_fails: true, escalate_if_unread_after_minutes: 60 };
    world.push({ ...push, ...held, reference: null, notify: true });
    world.report(first, 'delivered');
    expect(world.send('sms')).toMatchObject({ state: 'armed', fallbackOf: 'whatsapp', nudge: 2 });
  });

  test('a refused text does not cancel the one that might follow', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 1 });
    world.push({ ...FOR_WHATSAPP, channels: ['whatsapp'], sms_if_whatsapp_fails: true });
    world.attempt('whatsapp', 'accepted');
    expect(world.resend('sms').body).toMatchObject({ skipped_reason: 'insufficient_credit' });
    world.topUp(1);
    world.wait(5 * MINUTE);
    expect(world.send('sms')).toMatchObject({ state: 'queued', fallbackOf: 'whatsapp' });
  });

  test('the text is refused while the fallback is on its way', () => {
    const world = pushed();
    world.attempt('whatsapp', 'refused');
    expect(world.resend('sms')).toMatchObject({ status: 409, body: { error_code: 'sms.already_sent' } });
  });
});
