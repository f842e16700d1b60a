import type { ChannelMode } from '../../../channels/paid-facts';
import { FOR_WHATSAPP, PHONE, World } from '../fixtures/world';

const QUEUED = { queued: true, credits: 1, skipped_reason: null, escalates_at: null };
const skipped = (reason: string) => ({
  queued: false,
  credits: 0,
  skipped_reason: reason,
  escalates_at: null,
});

/** [mode of the account, channels of the push, outcome]: `sms` stands for the paid channel itself. */
const TABLE: readonly [ChannelMode, readonly string[] | null, string | null][] = [
  ['not_enabled', null, null],
  ['not_enabled', [], null],
  ['not_enabled', ['email'], null],
  ['not_enabled', ['sms'], 'not_enabled'],
  ['not_enabled', ['email', 'sms'], 'not_enabled'],
  ['off', null, null],
  ['off', [], null],
  ['off', ['email'], null],
  ['off', ['sms'], 'disabled'],
  ['on_request', null, null],
  ['on_request', [], 'disabled_by_request'],
  ['on_request', ['email'], 'disabled_by_request'],
  ['on_request', ['sms'], 'queued'],
  ['on', null, 'queued'],
  ['on', [], 'disabled_by_request'],
  ['on', ['email'], 'disabled_by_request'],
  ['on', ['sms'], 'queued'],
  ['on', ['sms', 'sms'], 'queued'],
];

describe.each(['sms', 'whatsapp'] as const)('which push asks for %s (CHAN-1)', (channel) => {
  test.each(TABLE)('account %s, channels %j: %s', (mode, named, outcome) => {
    const world = new World({ settings: { [`${channel}_mode`]: mode }, credits: 10 });
    const channels = named?.map((name) => (name === 'sms' ? channel : name)) ?? null;
    const { body } = world.push({ ...FOR_WHATSAPP, channels });
    const isMode = outcome === 'not_enabled' || outcome === 'disabled';
    const isQueued = outcome === 'queued';
    const reason = isMode ? `${channel}_${outcome}` : outcome;
    expect(body?.[channel]).toEqual(reason === null ? null : isQueued ? QUEUED : skipped(reason));
    expect(body).toMatchObject({ email: { sending: true, skipped_reason: null }, nudged: true });
    expect(body?.['sms_units']).toBe(Number(isQueued && channel === 'sms'));
    expect(world.business().balance).toBe(10 - Number(isQueued));
    const states = world.sends(channel).map(({ state }) => state);
    expect(states).toEqual(reason === null ? [] : [isQueued ? 'queued' : 'skipped']);
  });
});

describe('channels (CHAN-1)', () => {
  test('a push that names both may send two messages and cost two credits', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
    const { body } = world.push({ ...FOR_WHATSAPP, channels: ['sms', 'whatsapp'] });
    expect(body).toMatchObject({ sms: QUEUED, whatsapp: QUEUED });
    expect(world.business().balance).toBe(8);
  });

  test('the last credit pays the text, and WhatsApp is refused (CREDIT-5)', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 1 });
    const { body } = world.push(FOR_WHATSAPP);
    expect(body).toMatchObject({ sms: QUEUED, whatsapp: skipped('insufficient_credit') });
  });

  test('an empty balance stops a text and not the email (NUDGE-1, CREDIT-4)', () => {
    const world = new World({ settings: { sms_mode: 'on' } });
    const { body } = world.push({ recipient_phone: PHONE });
    expect(body).toMatchObject({
      nudged: true,
      email: { sending: true },
      sms: skipped('insufficient_credit'),
    });
  });

  test('a channel that is refused at the push emits no `rejected` (CHAN-4)', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' } });
    world.push();
    expect(world.merchantEvents()).toEqual([]);
    expect(world.send('sms')).toMatchObject({ state: 'skipped', skippedReason: 'no_phone' });
  });

  test('nudged is false if no channel was queued (NUDGE-2)', () => {
    const world = new World({ settings: { sms_mode: 'on', plan: 'lapsed' } });
    expect(world.push().body).toMatchObject({
      nudged: false,
      email: { sending: false, skipped_reason: 'plan_lapsed' },
    });
    expect(world.message().nudged).toBe(false);
  });

  test('nudged is true if only a paid channel was queued (NUDGE-2)', () => {
    const world = new World({ settings: { sms_mode: 'on', plan: 'lapsed' }, credits: 1 });
    expect(world.push({ recipient_phone: PHONE }).body).toMatchObject({
      nudged: true,
      email: { sending: false, skipped_reason: 'plan_lapsed' },
      sms: QUEUED,
    });
    expect(world.message().nudged).toBe(true);
  });
});
