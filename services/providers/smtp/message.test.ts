import fc from 'fast-check';
import PostalMime from 'postal-mime';
import type { EmailNudge } from '../../../streams/sender/provider';
import { composeMessage } from './message';

const nudge: EmailNudge = {
  businessId: 'biz_01arz3ndektsv4rrffq69g5fav',
  sendId: 'snd_01arz3ndektsv4rrffq69g5fav',
  to: 'grace@example.com',
  fromName: 'Ada & Sons',
  fromAddress: 'updates@mail.example',
  subject: 'Your parcel',
  text: 'Hello',
  html: '<p>Hello</p>',
  unsubscribeUrl: null,
};
const compose = (changed: Partial<EmailNudge>): string =>
  composeMessage({ ...nudge, ...changed }, 0).bytes.toString();

const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\n\n',
    '.',
    '=',
    '=_',
    '=3D',
    '--',
    'From ',
    '>',
    'x'.repeat(950),
  ),
  fc.constant(`--=_${nudge.sendId}--`),
);
const text = fc.array(word, { maxLength: 30 }).map((words) =>
  words
    .join('')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g, '')
    .replace(/\ufeff/g, ''),
);
/** A reader may drop the line ends at the end of a part. */
const read = (part: string | undefined): string => (part ?? '').replaceAll('\r\n', '\n').trimEnd();

test('a mail reader reads exactly the text that was written', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (plain, html) => {
      const mail = await PostalMime.parse(compose({ text: plain, html }));
      expect([read(mail.text), read(mail.html)]).toEqual([read(plain), read(html)]);
    }),
  );
});

test('a mail reader shows the given subject, even if it looks encoded', async () => {
  const bit = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '=?',
      '?=',
      '=?utf-8?q?PAY_NOW?=',
      '=?utf-8?B?UEFZ?=',
      ' ',
      '"',
      '\\',
      '=3D',
      'x'.repeat(80),
    ),
  );
  const line = fc
    .array(bit, { minLength: 1, maxLength: 12 })
    .map((bits) => `a${bits.join('')}z`.replace(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, '').replace(/\s+/g, ' '));
  await fc.assert(
    fc.asyncProperty(line, async (subject) => {
      expect((await PostalMime.parse(compose({ subject }))).subject).toBe(subject);
    }),
    { examples: [['=?utf-8?q?PAY_NOW?= x']] },
  );
});

test('no line of an email is longer than servers accept, and all of it is ASCII', () => {
  fc.assert(
    fc.property(text, text, (plain, html) => {
      const mail = compose({ text: plain, html });
      expect(mail).toMatch(/^[\t\r\n -~]*$/);
      expect(Math.max(...mail.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    }),
  );
});

test.each([
  ['plain lines', 'Hello,\nyour parcel is on its way.', '7bit'],
  ['the longest line', 'x'.repeat(900), '7bit'],
  ['a line that is too long', `short\n${'x'.repeat(901)}\nshort`, 'quoted-printable'],
  ['letters beyond ASCII', 'Grüße', 'quoted-printable'],
  ['a space at the end of a line', 'one \ntwo', 'quoted-printable'],
  ['a space at the very end', 'one ', 'quoted-printable'],
  ['the line before a footer', 'one\n-- \nBloom', '7bit'],
  ['three dashes and a space', 'one\n--- \ntwo', 'quoted-printable'],
  ['the boundary of the part', `one\n--=_${nudge.sendId}--\ntwo`, 'quoted-printable'],
])('%s is sent with the encoding that it needs', (_what, plain, encoding) => {
  expect(compose({ text: plain, html: null })).toContain(`\r\nContent-Transfer-Encoding: ${encoding}\r\n`);
});
