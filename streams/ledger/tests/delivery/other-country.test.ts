import { OTHER_COUNTRY } from '../../../channels/paid-gate';
import { FOR_WHATSAPP, GERMAN_PHONE, HOUR, PHONE, World } from '../fixtures/world';
import { NOW } from '../fixtures/scenario';

const DEAR = 9;
const AT_HOME = { phone: PHONE, price: 1 };
const ABROAD = { phone: GERMAN_PHONE, price: DEAR };

function aWorld(credits: number): World {
  const house = { price: (country: string) => (country === 'DE' ? DEAR : 1) };
  return new World({ settings: { sms_mode: 'on', whatsapp_mode: 'off' }, credits, house });
}

function pushTo(world: World, recipient_phone: string, more: object = {}): void {
  world.push({ ...FOR_WHATSAPP, recipient_phone, channels: ['sms'], ...more });
}

function move(world: World, phone: string): void {
  const request = { SetPhone: { recipient_email: world.recipient().email, phone, source: 'api' } };
  world.apply(world.command(request));
}

const refuse = (world: World) => world.result('sms', 'skipped', { skipped_reason: OTHER_COUNTRY });

const entriesOf = ({ set }: World) =>
  [...set.creditEntries.values()]
    .filter(({ kind }) => kind !== 'top_up')
    .map(({ kind, amount }) => [kind, amount]);

const recordsIn = ({ outputs }: ReturnType<World['push']>) =>
  outputs.filter(({ topic }) => topic.startsWith('sends.')).map(({ value }) => value);

describe('a text whose number has moved to another country since it was charged (CREDIT-8)', () => {
  test.each([
    { from: AT_HOME, to: ABROAD },
    { from: ABROAD, to: AT_HOME },
  ])('costs $to.price instead of $from.price, and is enqueued again (EVENT-8)', ({ from, to }) => {
    const world = aWorld(20);
    pushTo(world, from.phone);
    move(world, to.phone);
    const brought = refuse(world);
    const send = world.send('sms');
    expect(send).toMatchObject({ state: 'queued', attempt: 2, phone: to.phone, credits: to.price });
    expect(recordsIn(brought)).toEqual([{ send_id: send.id, business_id: send.businessId, attempt: 2 }]);
    expect(brought.outputs.map(({ value }) => value)).toContainEqual(
      expect.objectContaining({ type: 'sms.repriced', credits: to.price, country: send.country }),
    );
    expect(entriesOf(world)).toEqual([
      ['charge', -from.price],
      ['adjustment', from.price - to.price],
    ]);
    expect([...world.set.creditEntries.values()].at(-1)?.note).toBe(
      `number now in ${String(send.country)}: ${String(to.price)} instead of ${String(from.price)}`,
    );
    expect(world.business().balance).toBe(20 - to.price);
  });

  test('is skipped and refunded if the balance does not cover the new price', () => {
    const world = aWorld(DEAR - 1);
    pushTo(world, PHONE);
    move(world, GERMAN_PHONE);
    expect(recordsIn(refuse(world))).toEqual([]);
    expect(world.send('sms')).toMatchObject({ state: 'skipped', skippedReason: 'insufficient_credit' });
    expect(entriesOf(world)).toEqual([
      ['charge', -1],
      ['refund', 1],
    ]);
    expect(world.merchantEvents().at(-1)).toMatchObject({
      type: 'sms.rejected',
      data: { error_code: 'insufficient_credit', credits: 0 },
    });
  });

  test('is settled each time it moves, and all of it is refunded when the text is cancelled', () => {
    const world = aWorld(20);
    pushTo(world, PHONE);
    for (const phone of [GERMAN_PHONE, PHONE, GERMAN_PHONE]) {
      move(world, phone);
      refuse(world);
    }
    world.retract();
    expect(entriesOf(world).map(([, amount]) => amount)).toEqual([-1, -8, 8, -8, 9]);
    expect([world.send('sms').state, world.business().balance]).toEqual(['cancelled', 20]);
  });

  test('is settled once even if its sender repeats the report, and not while an attempt is under way', () => {
    const world = aWorld(20);
    pushTo(world, PHONE);
    move(world, GERMAN_PHONE);
    expect(recordsIn(refuse(world))).toHaveLength(1);
    const [report] = [...world.history]
      .reverse()
      .flatMap((each) => ('command' in each ? [each.command] : []));
    const nothing = { sends: [], attempts: [], creditEntries: [] };
    for (const phone of [GERMAN_PHONE, PHONE, GERMAN_PHONE]) {
      move(world, phone);
      const repeat = world.apply(report!);
      expect([repeat.written, recordsIn(repeat)]).toMatchObject([nothing, []]);
    }
    world.claim('sms');
    move(world, PHONE);
    expect(refuse(world).written).toMatchObject(nothing);
    expect(entriesOf(world)).toHaveLength(2);
    world.result('sms', 'accepted');
    expect(world.send('sms')).toMatchObject({ state: 'queued', credits: DEAR, phone: GERMAN_PHONE });
    expect(recordsIn(refuse(world))).toEqual([]);
  });
});

test('a text whose number has moved back before its sender reports is enqueued again at its price', () => {
  const world = aWorld(20);
  pushTo(world, PHONE);
  expect(recordsIn(refuse(world))).toMatchObject([{ attempt: 2 }]);
  expect(entriesOf(world)).toEqual([['charge', -1]]);
});

describe('a text that waited costs what its number costs when it is due (CREDIT-8)', () => {
  test.each([20, DEAR - 1])('at its send_at, out of %i credits', (credits) => {
    const world = aWorld(credits);
    pushTo(world, PHONE, { send_at: NOW + HOUR });
    move(world, GERMAN_PHONE);
    world.wait(HOUR);
    const reaches = credits >= DEAR;
    expect(world.send('sms')).toMatchObject(
      reaches
        ? { state: 'queued', credits: DEAR }
        : { state: 'skipped', skippedReason: 'insufficient_credit' },
    );
    expect(world.business().balance).toBe(reaches ? credits - DEAR : credits);
  });

  test('at its next attempt', () => {
    const world = aWorld(20);
    pushTo(world, GERMAN_PHONE);
    world.attempt('sms', 'throttled');
    move(world, PHONE);
    world.wait(HOUR);
    expect(world.send('sms')).toMatchObject({ state: 'queued', attempt: 2, phone: PHONE, credits: 1 });
    expect(world.business().balance).toBe(19);
  });

  test('and is skipped as country_not_allowed if texts do not go there at all', () => {
    const world = aWorld(DEAR - 1);
    world.change({ sms_allowed_countries: ['GB'] });
    pushTo(world, PHONE, { send_at: NOW + HOUR });
    move(world, GERMAN_PHONE);
    world.wait(HOUR);
    expect(world.send('sms')).toMatchObject({ state: 'skipped', skippedReason: 'country_not_allowed' });
    expect(world.business().balance).toBe(DEAR - 1);
  });
});
