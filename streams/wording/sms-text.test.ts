import fc from 'fast-check';
import { ORDER_STATUSES } from './order-status';
import { helpText, startConfirmation, stopConfirmation } from './sms-replies';
import { fitsOneSegment } from './sms-segment';
import { smsText } from './sms-text';

const link = 'https://in.example/s/k3v9x0q2m7tz';
const longestLink = `https://${'h'.repeat(22)}/s/k3v9x0q2m7tz`;

describe('a text about an order', () => {
  it.each([
    ['confirmed', 'Ada & Sons: your order A-17 is confirmed. Details: L Reply STOP to opt out'],
    ['shipped', 'Ada & Sons: your order A-17 has shipped. Details: L Reply STOP to opt out'],
    ['ready_for_pickup', 'Ada & Sons: your order A-17 is ready for pickup. Details: L Reply STOP to opt out'],
    ['delivered', 'Ada & Sons: your order A-17 has been delivered. Details: L Reply STOP to opt out'],
    ['cancelled', 'Ada & Sons: your order A-17 has been cancelled. Details: L Reply STOP to opt out'],
    ['refunded', 'Ada & Sons: your order A-17 has been refunded. Details: L Reply STOP to opt out'],
    ['delayed', 'Ada & Sons: your order A-17 is delayed. Details: L Reply STOP to opt out'],
    ['teleported', 'Ada & Sons: your order A-17 has an update. Details: L Reply STOP to opt out'],
    [null, 'Ada & Sons: your order A-17 has an update. Details: L Reply STOP to opt out'],
  ])('has words for the status %s', (orderStatus, text) => {
    const written = smsText({ businessName: 'Ada & Sons', reference: 'A-17', orderStatus, link });
    expect(written.replace(link, 'L')).toBe(text);
  });

  it.each([
    ['no reference', 'Ada', null, 'Ada: your order has shipped. Details: L Reply STOP to opt out'],
    [
      'a reference like a link',
      'Ada',
      'a.example/1',
      'Ada: your order has shipped. Details: L Reply STOP to opt out',
    ],
    ['a name like a link', 'ada.example', '7', 'Your order 7 has shipped. Details: L Reply STOP to opt out'],
    [
      'a long reference: no hint',
      'Ada',
      'x'.repeat(60),
      `Ada: your order ${'x'.repeat(60)} has shipped. Details: L`,
    ],
    [
      'an overlong reference: no reference',
      'Ada',
      'x'.repeat(100),
      'Ada: your order has shipped. Details: L Reply STOP to opt out',
    ],
    ['a name in another script: the short form', 'Кафе 24', 'A-17', 'Кафе 24: order shipped L'],
    [
      'a long name in another script: no name',
      'ж'.repeat(40),
      'A-17',
      'Your order A-17 has shipped. Details: L Reply STOP to opt out',
    ],
  ])('is shortened for %s', (_why, businessName, reference, text) => {
    const written = smsText({ businessName, reference, orderStatus: 'shipped', link: longestLink });
    expect(written.replace(longestLink, 'L')).toBe(text);
  });

  it('is the link alone if the link leaves no room', () => {
    const long = `https://in.example/${'x'.repeat(141)}`;
    expect(smsText({ businessName: 'Ada', reference: '7', orderStatus: 'shipped', link: long })).toBe(long);
  });
});

const anyStatus = fc.oneof(fc.constantFrom(...ORDER_STATUSES), fc.string(), fc.constant(null));
const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'Z', 'é', 'ç', 'ж', '東', '9', ' ', '&', '.'), maxLength: 42 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const anyReference = fc.oneof(
  fc.stringMatching(/^#?[A-Za-z0-9_/#.-]{1,100}$/),
  fc.string({ maxLength: 100 }),
  fc.constant(null),
);
const anyLink = fc.stringMatching(/^https:\/\/[a-z.]{1,22}\/s\/[0-9a-z]{12}$/);

describe('with any name, reference and status', () => {
  it('a text is one segment, has its whole link, and says only what the service wrote (CHAN-17)', () => {
    const sentence =
      /^(.{1,40}: y|Y)our order( [\w#/.-]+)? (has|is) [a-z ]+\. Details: L( Reply STOP to opt out)?$/u;
    const shortForm = /^(.{1,40}: )order [a-z ]+ L$/u;
    fc.assert(
      fc.property(anyName, anyReference, anyStatus, anyLink, (businessName, reference, orderStatus, url) => {
        const text = smsText({ businessName, reference, orderStatus, link: url });
        expect(fitsOneSegment(text)).toBe(true);
        const parts = text.split(url);
        expect(parts).toHaveLength(2);
        const skeleton = parts.join('L');
        expect(sentence.test(skeleton) || shortForm.test(skeleton)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a longer link stays whole, and the text is one segment if the link fits one', () => {
    const anyLongLink = fc.stringMatching(/^https:\/\/[a-z.]{1,60}\/s\/[0-9a-z]{12,80}$/);
    fc.assert(
      fc.property(
        anyName,
        anyReference,
        anyStatus,
        anyLongLink,
        (businessName, reference, orderStatus, url) => {
          const text = smsText({ businessName, reference, orderStatus, link: url });
          expect(text).toContain(url);
          expect(fitsOneSegment(text)).toBe(fitsOneSegment(url));
        },
      ),
    );
  });

  it('each reply to HELP, STOP and START is one segment', () => {
    fc.assert(
      fc.property(fc.option(anyName), (businessName) => {
        for (const answer of [helpText, stopConfirmation, startConfirmation]) {
          expect(fitsOneSegment(answer({ businessName }))).toBe(true);
        }
      }),
    );
  });
});

describe('the replies to HELP, STOP and START', () => {
  it('name the business if it is known and can be displayed', () => {
    const businessName = 'Ada & Sons';
    expect(helpText({ businessName })).toMatch(/^Ada & Sons: /);
    expect(stopConfirmation({ businessName })).toMatch(/^Ada & Sons: .*no more texts.*START/);
    expect(startConfirmation({ businessName })).toMatch(/^Ada & Sons: .*again.*STOP/);
    for (const unnamed of [null, 'ada.example']) {
      expect(stopConfirmation({ businessName: unnamed })).toMatch(/^You get no more texts/);
    }
  });
});
