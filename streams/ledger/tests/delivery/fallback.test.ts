import { HOUSE, NOW } from '../fixtures/scenario';
import { FOR_WHATSAPP, HOUR, MINUTE, PHONE, World } from '../fixtures/world';

const asked = { ...FOR_WHATSAPP, sms_if_whatsapp_fails: true };
const at = (ms: number) => new Date(NOW + ms);

/** Texts go only on request: asking for a fallback is such a request. */
function aWorld(settings = {}): World {
  return new World({ settings: { sms_mode: 'on_request', whatsapp_mode: 'on', ...settings }, credits: 10 });
}

function isNotOnWhatsapp(world: World): void {
  world.set.unreachableNumbers.load([
    { numberHash: HOUSE.hash('number', PHONE), until: new Date(NOW + 24 * HOUR) },
  ]);
}

describe('a text goes at once if WhatsApp cannot carry the message at all (NUDGE-14)', () => {
  test.each<[string, (world: World) => void, object]>([
    ['not_reachable', isNotOnWhatsapp, {}],
    ['template_not_sendable', () => undefined, { reference: null }],
    ['template_not_sendable', () => undefined, { reference: 'bloom.com' }],
    ['template_not_sendable', () => undefined, { order_status: null }],
    ['template_not_sendable', () => undefined, { order_status: 'teleported' }],
    ['template_not_sendable', (world) => world.change({ name: 'bloom.com' }), {}],
    ['template_not_sendable', (world) => world.review('shipped', 'rejected'), {}],
  ])('%s', (reason, before, push) => {
    const world = aWorld();
    before(world);
    expect(world.push({ ...asked, ...push }).body).toMatchObject({
      nudged: true,
      whatsapp: { queued: false, credits: 0, skipped_reason: reason },
      sms: { queued: true, credits: 1, skipped_reason: null, escalates_at: null },
      sms_units: 1,
    });
    expect(world.send('sms')).toMatchObject({ state: 'queued', fallbackOf: 'whatsapp' });
    expect(world.business().balance).toBe(9);
  });

  test('at send_at if the nudge waits for it', () => {
    const world = aWorld();
    expect(world.push({ ...asked, reference: null, send_at: NOW + HOUR }).body).toMatchObject({
      sms: { queued: true, credits: 1 },
    });
    expect(world.send('sms')).toMatchObject({ state: 'scheduled', sendAt: at(HOUR), fallbackOf: 'whatsapp' });
  });

  test('although the push leaves SMS out and the account sends on request, but past no other gate (NUDGE-16)', () => {
    const world = aWorld();
    expect(world.push({ ...asked, reference: null, channels: ['whatsapp'] }).body).toMatchObject({
      sms: { queued: true },
    });
    world.change({ sms_mode: 'off' });
    expect(world.push({ ...asked, reference: null }).body).toMatchObject({
      whatsapp: { skipped_reason: 'template_not_sendable' },
      sms: { queued: false, skipped_reason: 'sms_disabled' },
    });
  });

  test.each<[string, (world: World) => void, object]>([
    ['the template is in review', (world) => world.review('shipped', 'in_review'), {}],
    [
      'the recipient never opted in, though the reference is missing too',
      () => undefined,
      { whatsapp_opt_in: null, reference: null },
    ],
    [
      'WhatsApp is switched off',
      (world) => world.change({ whatsapp_mode: 'off' }),
      { channels: ['whatsapp'] },
    ],
    ['WhatsApp was not asked for', () => undefined, { channels: ['email'], reference: null }],
    ['the push did not ask for it', () => undefined, { reference: null, sms_if_whatsapp_fails: false }],
  ])('not if %s', (_what, before, push) => {
    const world = aWorld();
    before(world);
    world.push({ ...asked, ...push });
    expect(world.sends('sms').filter(({ state }) => state !== 'skipped')).toEqual([]);
    expect(world.business().balance).toBe(10);
  });

  test('not if the push has a text of its own: at most one is sent (NUDGE-16)', () => {
    const world = aWorld();
    expect(world.push({ ...asked, reference: null, channels: ['sms', 'whatsapp'] }).body).toMatchObject({
      sms: { queued: true },
    });
    expect(world.sends('sms')).toMatchObject([{ state: 'queued', fallbackOf: null }]);
  });
});

describe('a text goes later if WhatsApp proves undeliverable (NUDGE-15)', () => {
  const text = { state: 'queued', fallbackOf: 'whatsapp', credits: 1, nudge: 1 };

  test('when the WhatsApp message is reported as failed', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'accepted');
    world.wait(MINUTE);
    world.report('whatsapp', 'failed');
    expect(world.sends('sms')).toMatchObject([{ ...text, queuedAt: at(MINUTE) }]);
    expect(world.business().balance).toBe(8);
    expect(world.timers()).toEqual([]);
  });

  test('when the platform refuses it', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'refused');
    expect(world.sends('sms')).toMatchObject([text]);
    expect(world.business().balance).toBe(9);
  });

  test('when the number is not on WhatsApp, which is remembered for 30 days (CHAN-12)', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'not_on_whatsapp');
    expect(world.send('whatsapp')).toMatchObject({ state: 'rejected', errorCode: 'whatsapp.submit_refused' });
    expect(world.sends('sms')).toMatchObject([text]);
    world.wait(30 * 24 * HOUR - 1);
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: { skipped_reason: 'not_reachable' } });
    world.wait(1);
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: { queued: true } });
  });

  test('when no status arrives within five minutes of the submission', () => {
    const world = aWorld();
    world.push(asked);
    world.wait(MINUTE);
    world.attempt('whatsapp', 'accepted');
    world.wait(5 * MINUTE - 1);
    expect(world.sends('sms')).toEqual([]);
    world.wait(1);
    expect(world.sends('sms')).toMatchObject([{ ...text, queuedAt: at(6 * MINUTE) }]);
    expect(world.send('whatsapp')).toMatchObject({ state: 'queued', credits: 1 });
    world.report('whatsapp', 'failed');
    expect(world.send('whatsapp').state).toBe('failed');
    expect(world.sends('sms')).toHaveLength(1);
  });

  test('five minutes after a submission without an answer too', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'unknown');
    expect(world.send('whatsapp')).toMatchObject({
      state: 'failed',
      errorCode: 'whatsapp.submit_outcome_unknown',
      credits: 1,
    });
    expect(world.sends('sms')).toEqual([]);
    world.wait(5 * MINUTE);
    expect(world.sends('sms')).toMatchObject([text]);
  });

  test.each(['delivered', 'read'])('not once it was %s, even if other reports follow', (status) => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'accepted');
    world.report('whatsapp', status);
    expect(world.timers()).toEqual([]);
    world.report('whatsapp', 'failed');
    world.wait(HOUR);
    expect(world.sends('sms')).toEqual([]);
    expect(world.send('whatsapp').state).toBe(status);
  });

  test('not if a policy skipped it at the last moment', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'skipped', { skipped_reason: 'stopped' });
    expect(world.sends('sms')).toEqual([]);
  });

  test('if the number proves at the last moment not to be on WhatsApp', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'skipped', { skipped_reason: 'not_reachable' });
    expect(world.sends('sms')).toMatchObject([text]);
  });

  test('if it was skipped at the last moment because WhatsApp cannot carry it', () => {
    const world = aWorld();
    world.push({ ...asked, kind: 'updateable', send_at: NOW + HOUR });
    world.push({ kind: 'updateable' });
    world.wait(HOUR);
    world.attempt('whatsapp', 'skipped', { skipped_reason: 'template_not_sendable' });
    expect(world.sends('sms')).toMatchObject([text]);
  });

  test('not if the template went into review meanwhile', () => {
    const world = aWorld();
    world.push({ ...asked, send_at: NOW + HOUR });
    world.review('shipped', 'in_review');
    world.wait(HOUR);
    world.attempt('whatsapp', 'skipped', { skipped_reason: 'template_not_sendable' });
    expect(world.sends('sms')).toEqual([]);
  });

  test('not if the push had a text of its own', () => {
    const world = aWorld();
    world.push({ ...asked, channels: ['sms', 'whatsapp'] });
    world.attempt('sms', 'refused');
    world.attempt('whatsapp', 'refused');
    expect(world.sends('sms')).toMatchObject([{ state: 'rejected', fallbackOf: null }]);
  });

  test('if the gates of that moment let it pass; a refusal is final', () => {
    const world = aWorld();
    world.push(asked);
    world.attempt('whatsapp', 'accepted');
    world.stop('sms');
    world.report('whatsapp', 'failed');
    expect(world.sends('sms')).toMatchObject([{ state: 'skipped', skippedReason: 'stopped', credits: 0 }]);
    world.report('whatsapp', 'failed');
    expect(world.sends('sms')).toHaveLength(1);
    expect(world.merchantEvents()).toMatchObject([
      { type: 'whatsapp.failed' },
      { type: 'sms.rejected', data: { error_code: 'stopped', fallback_of: 'whatsapp' } },
    ]);
  });
});

describe('a fallback that is held with its WhatsApp message (NUDGE-17)', () => {
  const held = { ...asked, channels: ['whatsapp'], escalate_if_unread_after_minutes: 60 };

  test('sends no text before the deadline, even if the number is known not to be on WhatsApp', () => {
    const world = aWorld();
    isNotOnWhatsapp(world);
    expect(world.push(held).body).toMatchObject({
      whatsapp: { queued: false, skipped_reason: 'not_reachable', escalates_at: null },
      sms: { queued: true, credits: 0, skipped_reason: null, escalates_at: at(HOUR).toISOString() },
      sms_units: 1,
    });
    world.attempt('email', 'accepted');
    world.wait(HOUR - 1);
    expect(world.business().balance).toBe(10);
    world.wait(1);
    expect(world.send('sms')).toMatchObject({ state: 'queued', fallbackOf: 'whatsapp', credits: 1 });
  });

  test('sends no text to a recipient who has opened the message', () => {
    const world = aWorld();
    world.push({ ...held, reference: null });
    world.open();
    world.attempt('email', 'accepted');
    world.wait(2 * HOUR);
    expect(world.sends('sms').at(-1)).toMatchObject({ state: 'cancelled', credits: 0 });
    expect(world.business().balance).toBe(10);
  });

  test('sends the text at the deadline if WhatsApp cannot reach the number by then', () => {
    const world = aWorld();
    world.push(held);
    world.attempt('email', 'accepted');
    isNotOnWhatsapp(world);
    world.wait(HOUR);
    expect(world.send('whatsapp')).toMatchObject({ state: 'skipped', skippedReason: 'not_reachable' });
    expect(world.send('sms')).toMatchObject({ state: 'queued', fallbackOf: 'whatsapp' });
    expect(world.merchantEvents()).toMatchObject([
      { type: 'whatsapp.rejected', data: { error_code: 'not_reachable', credits: 0 } },
    ]);
  });

  test('sends the text after the deadline when the WhatsApp message fails', () => {
    const world = aWorld();
    world.push(held);
    world.attempt('email', 'accepted');
    world.wait(HOUR);
    world.attempt('whatsapp', 'accepted');
    world.wait(5 * MINUTE);
    expect(world.send('sms')).toMatchObject({ state: 'queued', queuedAt: at(HOUR + 5 * MINUTE) });
    expect(world.business().balance).toBe(8);
  });

  test.each(['delivered', 'read'])('sends no text once a resent WhatsApp message was %s', (status) => {
    const world = aWorld();
    world.push({ ...held, kind: 'updateable', reference: null });
    world.push({ kind: 'updateable', reference: '#A-1042', order_status: 'shipped' });
    expect(world.resend('whatsapp').body).toMatchObject({ queued: true });
    world.attempt('whatsapp', 'accepted');
    world.report('whatsapp', status);
    expect(world.send('sms')).toMatchObject({ state: 'cancelled', fallbackOf: 'whatsapp', credits: 0 });
    world.attempt('email', 'accepted');
    world.wait(2 * HOUR);
    expect(world.sends('sms').filter(({ state }) => state === 'queued')).toEqual([]);
    expect(world.business().balance).toBe(9);
  });

  test('sends the text all the same if the resent WhatsApp message failed', () => {
    const world = aWorld();
    world.push({ ...held, kind: 'updateable', reference: null });
    world.push({ kind: 'updateable', reference: '#A-1042', order_status: 'shipped' });
    world.resend('whatsapp');
    world.attempt('whatsapp', 'refused');
    world.attempt('email', 'accepted');
    world.wait(HOUR);
    expect(world.send('sms')).toMatchObject({ state: 'queued', fallbackOf: 'whatsapp' });
  });
});
