import { ORDER_STATUSES } from '../../../wording/order-status';
import { FOR_WHATSAPP, World } from '../fixtures/world';

const UNSENDABLE = { queued: false, credits: 0, skipped_reason: 'template_not_sendable', escalates_at: null };

function aWorld(name = 'Bloom & Co'): World {
  return new World({ settings: { name, sms_mode: 'on_request', whatsapp_mode: 'on' }, credits: 10 });
}

describe('what a WhatsApp nudge can show (CHAN-13)', () => {
  test.each(['A1', '#A-1042', '7', '2024_000/3', 'A#1', 'A1.2', '1.2.3', '#1.2-3.4x', 'a--b', 'A/B/C'])(
    'the reference %s is displayed (CHAN-15)',
    (reference) => {
      expect(aWorld().push({ ...FOR_WHATSAPP, reference }).body).toMatchObject({
        reference,
        whatsapp: { queued: true },
      });
    },
  );

  test.each([
    ['', 'shows nothing'],
    ['#', 'no letter or digit after the #'],
    ['##1', 'no letter or digit after the #'],
    ['-1', 'does not start with a letter or digit'],
    ['_1', 'does not start with a letter or digit'],
    ['/1', 'does not start with a letter or digit'],
    ['.1', 'does not start with a letter or digit'],
    ['A.b', 'a dot before a letter'],
    ['A1.', 'a dot before nothing'],
    ['1..2', 'a dot before a dot'],
    ['1.-2', 'a dot before a dash'],
    ['1.2.3.4', 'three dots, like an address'],
    ['bloom.com/1', 'a link'],
  ])('the reference %j is echoed but never displayed: %s', (reference) => {
    expect(aWorld().push({ ...FOR_WHATSAPP, reference }).body).toMatchObject({
      reference,
      whatsapp: UNSENDABLE,
    });
  });

  test.each([null, 'teleported', 'SHIPPED', ''])('the order status %j has no template', (order_status) => {
    expect(aWorld().push({ ...FOR_WHATSAPP, order_status }).body).toMatchObject({
      order_status,
      whatsapp: UNSENDABLE,
    });
  });

  test.each(ORDER_STATUSES)('the order status %s has a template', (order_status) => {
    expect(aWorld().push({ ...FOR_WHATSAPP, order_status }).body).toMatchObject({
      whatsapp: { queued: true },
    });
  });

  test.each(['Bloom', 'Café Zoë', '花屋 2', "B & C's (Old) Shop, No. + 1!", 'St. Mary', 'x'.repeat(40)])(
    'the name %s is displayed (CHAN-16)',
    (name) => {
      expect(aWorld(name).push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: { queued: true } });
    },
  );

  test.each(['bloom.com', 'No.1', 'x'.repeat(41), 'Bloom/Co', 'Bloom: flowers', 'B@C', '🌸 Bloom'])(
    'the name %s is not displayed (CHAN-16)',
    (name) => {
      expect(aWorld(name).push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: UNSENDABLE });
    },
  );

  test.each(['in_review', 'rejected'] as const)('a template that is %s is not sent (CHAN-14)', (review) => {
    const world = aWorld();
    world.review('shipped', review);
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: UNSENDABLE });
    expect(world.push({ ...FOR_WHATSAPP, order_status: 'delivered' }).body).toMatchObject({
      whatsapp: { queued: true },
    });
  });

  test('a template that nobody has judged goes by the setting of the platform (CHAN-14)', () => {
    const world = new World({
      settings: { whatsapp_mode: 'on' },
      credits: 10,
      house: { defaultReview: 'in_review' },
    });
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: UNSENDABLE });
    world.review('shipped', 'approved');
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({ whatsapp: { queued: true } });
  });
});
