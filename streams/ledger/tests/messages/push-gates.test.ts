import type { PushMessage } from '../../../../schemas/generated/command';
import type { PaidChannel } from '../../../../schemas/channels';
import { HOUSE } from '../fixtures/scenario';
import { EMAIL, FOR_WHATSAPP, MINUTE, OTHER_PHONE, PHONE, World } from '../fixtures/world';

/** Obstacles to a push that would otherwise go out on every channel. */
interface Obstacle {
  readonly push?: Partial<PushMessage>;
  readonly before?: (world: World) => void;
  /** True: five texts have just gone to the number. */
  readonly isCrowded?: true;
  readonly price?: number;
}

const EMAIL_GATES: Readonly<Record<string, Obstacle>> = {
  business_inactive: { before: (world) => world.change({ active: false }) },
  plan_lapsed: { before: (world) => world.change({ plan: 'lapsed' }) },
  sending_paused: { before: (world) => world.change({ sending_paused: true }) },
  unsubscribed: { before: (world) => world.unsubscribe() },
  suppressed: { before: (world) => world.report('email', 'complained') },
  platform_suppressed: {
    before: (world) =>
      world.set.platformSuppressions.load([
        { addressHash: HOUSE.hash('address', EMAIL), suppressedAt: new Date(world.nowMs) },
      ]),
  },
};

const ACCOUNT_GATES: Readonly<Record<string, Obstacle>> = {
  sending_paused: { before: (world) => world.change({ sending_paused: true }) },
  unsubscribed: { before: (world) => world.unsubscribe() },
  no_phone: { push: { recipient_phone: null, whatsapp_opt_in: null } },
  phone_conflict: {
    before: (world) =>
      world.push({ recipient_email: 'eve@example.com', recipient_phone: PHONE, notify: false }),
  },
  country_not_allowed: { before: (world) => world.change({ sms_allowed_countries: ['DE'] }) },
};

const LAST_GATES: Readonly<Record<string, Obstacle>> = {
  rate_limited: { isCrowded: true },
  insufficient_credit: { price: 6 },
};

const SMS_GATES: Readonly<Record<string, Obstacle>> = {
  disabled_by_request: { push: { channels: ['email', 'whatsapp'] } },
  sms_not_enabled: { before: (world) => world.change({ sms_mode: 'not_enabled' }) },
  sms_disabled: { before: (world) => world.change({ sms_mode: 'off' }) },
  ...ACCOUNT_GATES,
  stopped: { before: (world) => world.stop('sms') },
  ...LAST_GATES,
};

const WHATSAPP_GATES: Readonly<Record<string, Obstacle>> = {
  disabled_by_request: { push: { channels: ['email', 'sms'] } },
  whatsapp_not_enabled: { before: (world) => world.change({ whatsapp_mode: 'not_enabled' }) },
  whatsapp_disabled: { before: (world) => world.change({ whatsapp_mode: 'off' }) },
  ...ACCOUNT_GATES,
  stopped: { before: (world) => world.stop('whatsapp') },
  not_opted_in: { push: { whatsapp_opt_in: null } },
  not_reachable: {
    before: (world) =>
      world.set.unreachableNumbers.load([
        { numberHash: HOUSE.hash('number', PHONE), until: new Date(world.nowMs + 60 * MINUTE) },
      ]),
  },
  template_not_sendable: { push: { reference: null } },
  ...LAST_GATES,
};

/** Gates that cannot refuse together: a channel has one mode at a time, and a missing number has no country. */
const NEVER_TOGETHER = [
  ['disabled_by_request', '_not_enabled'],
  ['disabled_by_request', '_disabled'],
  ['_not_enabled', '_disabled'],
  ['no_phone', 'phone_conflict'],
  ['no_phone', 'country_not_allowed'],
  ['no_phone', 'not_reachable'],
  ['no_phone', 'rate_limited'],
] as const;

describe('of two gates that refuse, the first in the order is the reason (CHAN-3)', () => {
  test.each(pairsOf(EMAIL_GATES))('email: %s before %s', (first, second) => {
    const world = metBy([EMAIL_GATES[first]!, EMAIL_GATES[second]!]);
    expect(world.push().body).toMatchObject({ email: { sending: false, skipped_reason: first } });
  });

  test.each(pairsOf(SMS_GATES))('sms: %s before %s', (first, second) => {
    expectPaid('sms', first, [SMS_GATES[first]!, SMS_GATES[second]!]);
  });

  test.each(pairsOf(WHATSAPP_GATES))('whatsapp: %s before %s', (first, second) => {
    expectPaid('whatsapp', first, [WHATSAPP_GATES[first]!, WHATSAPP_GATES[second]!]);
  });
});

describe('each gate alone refuses, and nothing is charged (CHAN-3)', () => {
  test.each(Object.entries(EMAIL_GATES))('email: %s (CHAN-4)', (reason, obstacle) => {
    const world = metBy([obstacle]);
    expect(world.push().body).toMatchObject({ email: { sending: false, skipped_reason: reason } });
    expect(world.merchantEvents().at(-1)).toMatchObject({ type: 'message.not_sent', data: { reason } });
  });

  test.each(Object.entries(SMS_GATES))('sms: %s', (reason, obstacle) => {
    expectPaid('sms', reason, [obstacle]);
  });

  test.each(Object.entries(WHATSAPP_GATES))('whatsapp: %s', (reason, obstacle) => {
    expectPaid('whatsapp', reason, [obstacle]);
  });

  test('without a gate that refuses, everything goes', () => {
    const world = metBy([]);
    expect(world.push({ ...FOR_WHATSAPP, channels: ['sms', 'whatsapp'] }).body).toMatchObject({
      email: { sending: true },
      sms: { queued: true },
      whatsapp: { queued: true },
    });
  });
});

describe('single gates', () => {
  test.each(['+12025550123', '+14165550123'])(
    'a text to %s is not allowed even if the list names it, WhatsApp is (CHAN-10)',
    (phone) => {
      const world = metBy([{ before: (it) => it.change({ sms_allowed_countries: ['US', 'CA'] }) }]);
      expect(world.push({ ...FOR_WHATSAPP, recipient_phone: phone }).body).toMatchObject({
        sms: { queued: false, skipped_reason: 'country_not_allowed' },
        whatsapp: { queued: true },
      });
    },
  );

  test('a platform-wide suppression does not bind a business with its own domain (CONSENT-17)', () => {
    const world = metBy([EMAIL_GATES['platform_suppressed']!]);
    world.change({ sending_domain: 'mail.bloom.example' });
    expect(world.push().body).toMatchObject({ email: { sending: true } });
  });

  test('a lapsed plan stops email only, and an inactive business pauses the paid channels too (CHAN-6)', () => {
    const lapsed = metBy([{ before: (world) => world.change({ plan: 'lapsed' }) }]);
    expect(lapsed.push(FOR_WHATSAPP).body).toMatchObject({
      sms: { queued: true },
      whatsapp: { queued: true },
    });
    const inactive = metBy([{ before: (world) => world.change({ active: false }) }]);
    expect(inactive.push(FOR_WHATSAPP).body).toMatchObject({
      sms: { skipped_reason: 'sending_paused' },
      whatsapp: { skipped_reason: 'sending_paused' },
    });
  });

  test('the sixth paid message to a number within ten minutes is refused, and goes a moment later (CHAN-11)', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 100 });
    const outcomes = Array.from({ length: 3 }, () => world.push(FOR_WHATSAPP).body);
    expect(outcomes).toMatchObject([
      { sms: { queued: true }, whatsapp: { queued: true } },
      { sms: { queued: true }, whatsapp: { queued: true } },
      { sms: { queued: true }, whatsapp: { skipped_reason: 'rate_limited' } },
    ]);
    world.wait(10 * MINUTE - 1);
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ sms: { skipped_reason: 'rate_limited' } });
    world.wait(1);
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ sms: { queued: true } });
  });

  test.each<[string, (world: World) => void]>([
    ['rejected', (world) => world.attempt('sms', 'refused')],
    ['skipped', (world) => world.attempt('sms', 'skipped', { skipped_reason: 'sending_paused' })],
    ['cancelled', (world) => world.retract()],
  ])('texts that were %s did not go, so they do not count (CHAN-11)', (state, end) => {
    const text = { recipient_phone: PHONE, channels: ['sms'] };
    const world = new World({ settings: { sms_mode: 'on' }, credits: 20 });
    for (let ended = 0; ended < 5; ended += 1) {
      world.push(text);
      end(world);
      expect(world.send('sms').state).toBe(state);
    }
    expect(world.push(text).body).toMatchObject({ sms: { queued: true } });
  });

  test.each(['sms', 'whatsapp'] as const)(
    'a STOP on %s holds for a push that comes before the command for the business (CONSENT-9)',
    (channel) => {
      const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
      world.push({ ...FOR_WHATSAPP, notify: false });
      write(world, channel);
      expect(world.push(FOR_WHATSAPP).body).toMatchObject({
        [channel]: { queued: false, skipped_reason: 'stopped' },
      });
    },
  );

  test('a nudge for later is judged by the ten minutes before its own moment (CHAN-11)', () => {
    const text = { recipient_phone: PHONE, channels: ['sms'] };
    const world = new World({ settings: { sms_mode: 'on' }, credits: 20 });
    for (let sent = 0; sent < 5; sent += 1) world.push(text);
    const later = (minutes: number) => world.push({ ...text, send_at: world.nowMs + minutes * MINUTE }).body;
    expect(later(9)).toMatchObject({ sms: { skipped_reason: 'rate_limited' } });
    expect(later(10)).toMatchObject({ sms: { queued: true } });
    const held = { ...text, escalate_if_unread_after_minutes: 10 };
    expect(world.push(held).body).toMatchObject({ sms: { queued: true, credits: 0 } });
  });
});

describe('a stop or withdrawal holds for the recipient with every later number (CONSENT-11, ERASE-18)', () => {
  const wrote = (world: World, channel: PaidChannel) => {
    write(world, channel);
    const about = { channel, number_hash: HOUSE.hash('number', PHONE), own_number: OWN_NUMBER };
    world.apply(world.command({ ApplyText: { ...about, recipient_id: world.recipient().id } }));
  };

  test.each<[PaidChannel, string, (world: World) => void]>([
    ['sms', 'a STOP by text', (world) => wrote(world, 'sms')],
    ['sms', 'a stop in the inbox', (world) => world.stop('sms')],
    ['whatsapp', 'a STOP by text', (world) => wrote(world, 'whatsapp')],
    ['whatsapp', 'a stop in the inbox', (world) => world.stop('whatsapp')],
    [
      'whatsapp',
      'a withdrawal',
      (world) => world.apply(world.command({ EraseWhatsapp: { recipient_email: EMAIL } })),
    ],
  ])('%s: %s', (channel, _what, say) => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
    world.push({ ...FOR_WHATSAPP, notify: false });
    say(world);
    const other = channel === 'sms' ? 'whatsapp' : 'sms';
    expect(world.push({ ...FOR_WHATSAPP, recipient_phone: OTHER_PHONE }).body).toMatchObject({
      [channel]: { queued: false, skipped_reason: 'stopped' },
      [other]: { queued: true },
    });
    expect(world.recipient().phone).toBe(OTHER_PHONE);
  });
});

const OWN_NUMBER = '+447700900999';

/** A person writes STOP from the number, and no business has got its command yet. */
function write(world: World, channel: PaidChannel): void {
  const said = { channel, phone: PHONE, own_number: OWN_NUMBER, provider_id: 'one', written_at: null };
  world.apply(world.command({ ReceiveText: { ...said, word: 'stop' } }, { business_id: 'platform-1' }));
}

/** Creates the recipient, switches every channel on, and then adds the obstacles. */
function metBy(obstacles: readonly Obstacle[]): World {
  const price = obstacles.find((obstacle) => obstacle.price !== undefined)?.price ?? 1;
  const world = new World({
    settings: { sms_mode: 'on', whatsapp_mode: 'on' },
    credits: 10,
    house: { price: (country) => (country === 'GB' && isMet ? price : 1) },
  });
  let isMet = false;
  const bob = { recipient_email: 'bob@example.com', recipient_phone: PHONE, channels: ['sms'] };
  for (let sent = 0; sent < 5; sent += 1) world.push(bob);
  world.push({ ...bob, recipient_phone: OTHER_PHONE, notify: false });
  if (!obstacles.some((obstacle) => obstacle.isCrowded)) world.wait(11 * MINUTE);
  world.push({ channels: ['email'] });
  world.attempt('email', 'accepted');
  isMet = true;
  for (const { before } of obstacles) before?.(world);
  return world;
}

function expectPaid(channel: PaidChannel, reason: string, obstacles: readonly Obstacle[]): void {
  const world = metBy(obstacles);
  const push = Object.assign({ channels: [channel] }, FOR_WHATSAPP, ...obstacles.map((it) => it.push));
  expect(world.push(push).body?.[channel]).toEqual({
    queued: false,
    credits: 0,
    skipped_reason: reason,
    escalates_at: null,
  });
  expect(world.send(channel)).toMatchObject({ state: 'skipped', skippedReason: reason, credits: 0 });
  const charges = [...world.set.creditEntries.values()].map(({ sendId }) => sendId);
  expect(charges).not.toContain(world.send(channel).id);
}

function pairsOf(gates: Readonly<Record<string, Obstacle>>): [string, string][] {
  const names = Object.keys(gates);
  return names.flatMap((first, index) =>
    names.slice(index + 1).flatMap((second): [string, string][] => {
      const isPossible = !NEVER_TOGETHER.some(([a, b]) => first.endsWith(a) && second.endsWith(b));
      return isPossible ? [[first, second]] : [];
    }),
  );
}
