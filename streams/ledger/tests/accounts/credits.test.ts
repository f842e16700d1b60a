import { topics } from '../../../../schemas/topics';
import type { CreditEntry } from '../../accounts/tables';
import { BUSINESS, NOW, type Brought } from '../fixtures/scenario';
import { FOR_WHATSAPP, GERMAN_PHONE, HOUR, PHONE, World } from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };
const text = { recipient_phone: PHONE, channels: ['sms'] };
const prices = { price: (country: string) => ({ GB: 2, DE: 3 })[country] ?? 1 };

describe('charges and refunds', () => {
  test('a charge names its send and the balance after it (CREDIT-1, CREDIT-2)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...FOR_WHATSAPP, channels: ['sms', 'whatsapp'] });
    const charge = { businessId: BUSINESS, kind: 'charge', amount: -1, note: null, createdAt: new Date(NOW) };
    expect(entries(world).slice(1)).toMatchObject([
      { ...charge, balance: 9, sendId: world.send('sms').id },
      { ...charge, balance: 8, sendId: world.send('whatsapp').id },
    ]);
  });

  test('a refund is a new entry, and the send then costs nothing (CREDIT-6)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...text, send_at: NOW + HOUR });
    world.retract();
    expect(entries(world).slice(1)).toMatchObject([
      { kind: 'charge', amount: -1, balance: 9, sendId: world.send('sms').id },
      { kind: 'refund', amount: 1, balance: 10, sendId: world.send('sms').id },
    ]);
    expect(world.send('sms').credits).toBe(0);
  });

  test.each([
    ['sms', topics.eventsSms],
    ['whatsapp', topics.eventsWhatsapp],
  ] as const)('data teams receive the price of a nudge on %s, and its refund (EVENT-8)', (channel, topic) => {
    const world = new World({ settings: ON, credits: 10, house: prices });
    const moved = (outputs: Brought['outputs']) =>
      outputs.filter(({ value }) => /\.(charged|refunded)$/.test((value as { type?: string }).type ?? ''));
    const pushed = world.push({ ...FOR_WHATSAPP, channels: [channel], send_at: NOW + HOUR });
    const value = { send_id: world.send(channel).id, credits: 2, country: 'GB' };
    expect(moved(pushed.outputs)).toMatchObject([
      { topic: topic.name, value: { ...value, type: `${channel}.charged` } },
    ]);
    expect(moved(world.retract().outputs)).toMatchObject([
      { topic: topic.name, value: { ...value, type: `${channel}.refunded` } },
    ]);
  });

  test.each([
    [PHONE, 2],
    [GERMAN_PHONE, 3],
    ['+33612345678', 1],
  ])('a message to %s costs %d, on either channel (CREDIT-3)', (recipient_phone, price) => {
    const world = new World({ settings: ON, credits: 10, house: prices });
    const { body } = world.push({ ...FOR_WHATSAPP, recipient_phone });
    expect(body).toMatchObject({ sms: { credits: price }, whatsapp: { credits: price }, sms_units: 1 });
    expect(world.business().balance).toBe(10 - 2 * price);
  });

  test('a balance below the price is not touched (CREDIT-4)', () => {
    const world = new World({ settings: ON, credits: 2, house: prices });
    expect(world.push({ ...text, recipient_phone: GERMAN_PHONE }).body).toMatchObject({
      sms: { queued: false, credits: 0, skipped_reason: 'insufficient_credit' },
    });
    expect(world.business().balance).toBe(2);
    expect(world.push(text).body).toMatchObject({ sms: { queued: true, credits: 2 } });
    expect(world.business().balance).toBe(0);
  });

  test('rejected, skipped and cancelled sends are refunded, failed and delivered ones are not (CREDIT-6)', () => {
    const world = new World({ settings: ON, credits: 10 });
    const after = (outcome: string, more = {}) => {
      world.push({ ...text, recipient_email: `${outcome}@example.com`, recipient_phone: aNumber() });
      world.attempt('sms', outcome, more);
      return world.send('sms').credits;
    };
    let last = 0;
    const aNumber = () => `+4477009001${String(last++).padStart(2, '0')}`;
    expect(after('refused')).toBe(0);
    expect(after('skipped', { skipped_reason: 'stopped' })).toBe(0);
    expect(after('unknown')).toBe(1);
    expect(after('accepted')).toBe(1);
    world.report('sms', 'failed');
    expect(world.send('sms')).toMatchObject({ state: 'failed', credits: 1 });
    expect(world.business().balance).toBe(8);
  });
});

describe('credits.low_balance (CREDIT-10, EVENT-11)', () => {
  const low = (world: World) =>
    world.merchantEvents().flatMap(({ type, data }) => (type === 'credits.low_balance' ? [data] : []));

  test('fires once when a charge takes the balance below the threshold (CREDIT-10)', () => {
    const world = new World({ settings: { ...ON, low_balance_threshold: 3 }, credits: 4 });
    world.push(text);
    expect(low(world)).toEqual([]);
    world.push(text);
    world.push(text);
    expect(low(world)).toEqual([{ balance: 2, threshold: 3 }]);
  });

  test('is armed again by a top-up that lifts the balance to the threshold, and not by a smaller one', () => {
    const world = new World({ settings: { ...ON, low_balance_threshold: 3 }, credits: 3 });
    world.push(text);
    world.push(text);
    expect(low(world)).toHaveLength(1);
    world.topUp(1);
    world.push(text);
    expect(low(world)).toHaveLength(1);
    world.topUp(2);
    world.push(text);
    expect(low(world)).toEqual([
      { balance: 2, threshold: 3 },
      { balance: 2, threshold: 3 },
    ]);
  });

  test('is not armed again by a refund', () => {
    const world = new World({ settings: { ...ON, low_balance_threshold: 3 }, credits: 3 });
    world.push(text);
    world.retract();
    expect(world.business().balance).toBe(3);
    world.push(text);
    expect(low(world)).toHaveLength(1);
  });

  test('uses the threshold of the moment of the charge', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(text);
    world.change({ low_balance_threshold: 50 });
    expect(low(world)).toEqual([]);
    world.push(text);
    expect(low(world)).toEqual([{ balance: 8, threshold: 50 }]);
  });
});

function entries(world: World): CreditEntry[] {
  return [...world.set.creditEntries.values()];
}
