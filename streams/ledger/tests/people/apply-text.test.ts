import type { PaidChannel } from '../../../../schemas/channels';
import { HOUSE, NOW } from '../fixtures/scenario';
import { EMAIL, FOR_WHATSAPP, HOUR, OTHER_PHONE, PHONE, World } from '../fixtures/world';

const OWN_NUMBER = '+447700900999';
const STOPPED = { sms: 'smsTextStoppedAt', whatsapp: 'whatsappTextStoppedAt' } as const;

function aWorld(): World {
  const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
  world.push({ ...FOR_WHATSAPP, notify: false });
  return world;
}

/** A person writes from the number, and the business gets its command. */
function say(world: World, channel: PaidChannel, word: string, more: Partial<Said> = {}): void {
  const { id = String(world.history.length), to = OWN_NUMBER, recipient = world.recipient().id } = more;
  const said = { channel, phone: PHONE, own_number: to, word, provider_id: id, written_at: null };
  world.apply(world.command({ ReceiveText: said }, { business_id: 'platform-1' }));
  const number_hash = HOUSE.hash('number', PHONE);
  world.apply(
    world.command({ ApplyText: { channel, number_hash, own_number: to, recipient_id: recipient } }),
  );
}

interface Said {
  readonly id: string;
  readonly to: string;
  readonly recipient: string | null;
}

const kept = (world: World) =>
  [...world.set.numberStops.values()].map(({ channel, source, stoppedAt }) => ({
    channel,
    source,
    stoppedAt,
  }));

describe.each(['sms', 'whatsapp'] as const)('a word that is written on %s (CONSENT-11)', (channel) => {
  const other = channel === 'sms' ? 'whatsapp' : 'sms';
  const outcome = (world: World) => world.push(FOR_WHATSAPP).body?.[channel];

  test('stops the recipient and the number if it is STOP, dated when it was first written', () => {
    const world = aWorld();
    say(world, channel, 'stop');
    world.wait(HOUR);
    say(world, channel, 'stop');
    const first = new Date(NOW);
    expect(world.recipient()).toMatchObject({ [STOPPED[channel]]: first, [STOPPED[other]]: null });
    expect(kept(world)).toEqual([{ channel, source: 'text', stoppedAt: first }]);
  });

  test('lifts the stop from both if it is START', () => {
    const world = aWorld();
    say(world, channel, 'stop');
    say(world, channel, 'start');
    expect(world.recipient()[STOPPED[channel]]).toBeNull();
    expect(kept(world)).toEqual([]);
    expect(outcome(world)).toMatchObject({ queued: true });
  });

  test('lifts no stop of the other channel if it is START (CONSENT-14)', () => {
    const world = aWorld();
    say(world, other, 'stop');
    say(world, channel, 'start');
    expect(world.recipient()[STOPPED[other]]).toEqual(new Date(NOW));
    expect(kept(world)).toMatchObject([{ channel: other, source: 'text' }]);
  });

  test.each(['inbox', 'dashboard'] as const)(
    'lifts no stop from the %s if it is START (CONSENT-10)',
    (source) => {
      const world = aWorld();
      world.stop(channel, source);
      say(world, channel, 'stop');
      say(world, channel, 'start');
      expect(kept(world)).toMatchObject([{ channel, source }]);
      expect(outcome(world)).toMatchObject({ skipped_reason: 'stopped' });
    },
  );

  test('lifts a stop from the number before if it is START from the next one, for its writer only', () => {
    const world = aWorld();
    say(world, channel, 'stop');
    world.apply(world.command({ SetPhone: { recipient_email: EMAIL, phone: OTHER_PHONE, source: 'api' } }));
    const about = { channel, number_hash: HOUSE.hash('number', OTHER_PHONE), own_number: OWN_NUMBER };
    world.apply(world.command({ ApplyText: { ...about, recipient_id: world.recipient().id } }));
    expect(world.recipient()[STOPPED[channel]]).toBeNull();
    expect(kept(world)).toMatchObject([{ channel, source: 'text' }]);
  });

  test('stops a number that nobody holds any more, and lifts its stop', () => {
    const world = aWorld();
    world.apply(world.command({ ClearPhone: { recipient_email: EMAIL } }));
    say(world, channel, 'stop', { recipient: null });
    expect(kept(world)).toMatchObject([{ channel, source: 'text' }]);
    expect(world.recipient()[STOPPED[channel]]).toBeNull();
    say(world, channel, 'start', { recipient: null });
    expect(kept(world)).toEqual([]);
  });

  test('stops a recipient who takes the number later, and their view shows it (CONSENT-7)', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
    world.push();
    say(world, channel, 'stop', { recipient: null });
    world.set.numberStops.remove([...world.set.numberStops.values()][0]!);
    const phone = { recipient_email: EMAIL, phone: PHONE, source: 'api' };
    const { body } = world.apply(world.command({ SetPhone: phone }));
    expect(body).toMatchObject({ [`${channel}_status`]: 'stopped' });
    expect(kept(world)).toEqual([{ channel, source: 'text', stoppedAt: new Date(NOW) }]);
  });

  test('changes nothing in an unknown business', () => {
    const world = aWorld();
    const about = { channel, number_hash: HOUSE.hash('number', PHONE), own_number: OWN_NUMBER };
    const request = { ApplyText: { ...about, recipient_id: null } };
    world.set.textedStops.save({
      channel,
      ownNumber: OWN_NUMBER,
      numberHash: about.number_hash,
      stoppedAt: new Date(NOW),
    });
    expect(world.apply(world.command(request, { business_id: 'biz_unknown' })).written.numberStops).toEqual(
      [],
    );
  });
});

test('a STOP by text holds if the business texts from the number it was sent to, and only then (CONSENT-9)', () => {
  const world = aWorld();
  const said = { channel: 'sms', phone: PHONE, word: 'stop', provider_id: 'one', written_at: null };
  const to = '+447700900111';
  world.apply(world.command({ ReceiveText: { ...said, own_number: to } }, { business_id: 'platform-1' }));
  expect(world.push(FOR_WHATSAPP).body).toMatchObject({ sms: { queued: true }, whatsapp: { queued: true } });
  world.change({ sms_sender: to });
  expect(world.push(FOR_WHATSAPP).body).toMatchObject({
    sms: { skipped_reason: 'stopped' },
    whatsapp: { queued: true },
  });
  const same = { recipient_email: EMAIL, phone: PHONE, source: 'api' };
  expect(world.apply(world.command({ SetPhone: same })).body).toMatchObject({
    sms_status: 'stopped',
    sms_stop_source: 'text',
    whatsapp_status: 'opted_in',
  });
});

test('a stop that a business was given holds even if it texts from another number later (CONSENT-11)', () => {
  const world = aWorld();
  say(world, 'sms', 'stop');
  world.change({ sms_sender: '+447700900111' });
  const taker = { recipient_email: 'bob@example.com', recipient_phone: PHONE };
  world.apply(world.command({ ClearPhone: { recipient_email: EMAIL } }));
  expect(world.push(taker).body).toMatchObject({ sms: { skipped_reason: 'stopped' } });
});
