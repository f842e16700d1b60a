import fc from 'fast-check';
import { idBytes, idOfBytes } from '../../schemas/ids';
import { createInboxLinks, type InboxLink } from './inbox-link';
import { createKeyedHash } from './requests/keyed-hash';

const SECRET = Buffer.from('a secret for tests only, 32 characters or more');
const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = 24 * 60 * 60 * 1_000;
const links = createInboxLinks(SECRET);

const LINK: InboxLink = {
  businessId: 'biz_01kf0000000000000000000001',
  recipientId: 'rcp_01kf0000000000000000000002',
  messageId: 'msg_01kf0000000000000000000003',
};
const TOKEN = links.tokenFor({ ...LINK, expiresAtMs: NOW + 30 * DAY });

describe('the token of an inbox link', () => {
  test('carries the data that it was made with', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((array) => Buffer.from(array));
    const seconds = fc.integer({ min: 1, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(bytes, bytes, bytes, seconds, (business, recipient, message, expiry) => {
        const link = {
          businessId: idOfBytes('biz', business),
          recipientId: idOfBytes('rcp', recipient),
          messageId: idOfBytes('msg', message),
          expiresAtMs: expiry * 1_000,
        };
        const token = links.tokenFor(link);
        expect(token).toMatch(/^[A-Za-z0-9_-]{92}$/);
        expect(links.read(token, link.expiresAtMs - 1)).toEqual({ valid: true, ...link });
      }),
    );
  });

  test('is valid until its last moment, and counts as expired from then on (INBOX-2)', () => {
    expect(links.read(TOKEN, NOW + 30 * DAY - 1)).toMatchObject({ valid: true, ...LINK });
    expect(links.read(TOKEN, NOW + 30 * DAY)).toEqual({ valid: false, expired: LINK });
  });

  test('never ends before its promised time, although it counts in seconds', () => {
    const token = links.tokenFor({ ...LINK, expiresAtMs: NOW + 1 });
    expect(links.read(token, NOW)).toMatchObject({ valid: true });
    expect(links.read(token, NOW + 1_000)).toMatchObject({ valid: false });
  });

  test('is invalid with any one character changed (INBOX-1)', () => {
    for (let index = 0; index < TOKEN.length; index += 1) {
      const other = TOKEN.charAt(index) === 'A' ? 'B' : 'A';
      const forged = TOKEN.slice(0, index) + other + TOKEN.slice(index + 1);
      expect(links.read(forged, NOW)).toEqual({ valid: false });
    }
  });

  test.each([
    ['nothing', ''],
    ['a part', TOKEN.slice(0, -1)],
    ['more', `${TOKEN}A`],
    ['padding', `${TOKEN}=`],
    ['a line break', `${TOKEN}\n`],
    ['another alphabet', TOKEN.slice(0, -1) + '+'],
    ['no ASCII', 'é'.repeat(92)],
    ['zeros', 'A'.repeat(92)],
  ])('is invalid if it is %s', (_what, text) => {
    expect(links.read(text, NOW)).toEqual({ valid: false });
  });

  test('is invalid, and not just expired, with another secret', () => {
    const others = createInboxLinks(Buffer.from('another secret, which is 32 characters long'));
    expect(others.read(TOKEN, NOW)).toEqual({ valid: false });
    expect(others.read(TOKEN, NOW + 365 * DAY)).toEqual({ valid: false });
  });

  test('is invalid with another version, even if the signature is right', () => {
    const signed = Buffer.from(TOKEN, 'base64url').subarray(0, 53);
    signed[0] = 2;
    const signature = createKeyedHash(SECRET)('inbox-link', signed).subarray(0, 16);
    const token = Buffer.concat([signed, signature]).toString('base64url');
    expect(links.read(token, NOW)).toEqual({ valid: false });
  });

  test('keeps the layout of links that were sent before', () => {
    const bytes = Buffer.from(TOKEN, 'base64url');
    expect(bytes[0]).toBe(1);
    expect(bytes.subarray(1, 17)).toEqual(idBytes(LINK.businessId));
    expect(bytes.subarray(17, 33)).toEqual(idBytes(LINK.recipientId));
    expect(bytes.subarray(33, 49)).toEqual(idBytes(LINK.messageId));
    expect(bytes.readUInt32BE(49)).toBe((NOW + 30 * DAY) / 1_000);
    expect(bytes).toHaveLength(69);
  });
});

describe('the code of a short link', () => {
  test('is 12 letters and digits, the same for the same send', () => {
    const code = links.shortCodeFor('snd_01kf0000000000000000000001');
    expect(code).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(links.shortCodeFor('snd_01kf0000000000000000000001')).toBe(code);
  });

  test('differs for each send and each secret', () => {
    const others = createInboxLinks(Buffer.from('another secret, which is 32 characters long'));
    const sends = Array.from({ length: 500 }, (_, n) => `snd_01kf${String(n).padStart(22, '0')}`);
    const codes = [...sends.map(links.shortCodeFor), ...sends.map(others.shortCodeFor)];
    expect(new Set(codes).size).toBe(1_000);
  });
});
