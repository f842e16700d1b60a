import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { fingerprintApiKey, lastFour, newApiKey } from './api-keys';

const base62 = fc.stringMatching(/^[0-9A-Za-z]$/);

describe('API keys', () => {
  it('consist of osk_, forty random characters and a checksum, and are stored as their SHA-256 (KEY-3)', () => {
    const key = newApiKey();
    expect(key).toMatch(/^osk_[0-9A-Za-z]{46}$/);
    expect(fingerprintApiKey(key)).toEqual(createHash('sha256').update(key).digest());
    expect(lastFour(key)).toBe(key.slice(46));
    expect(newApiKey()).not.toBe(key);
  });

  it('are refused if any one character is mistyped (KEY-2)', () => {
    const key = newApiKey();
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 49 }), base62, (index, character) => {
        const typed = key.slice(0, index) + character + key.slice(index + 1);
        return typed === key || fingerprintApiKey(typed) === undefined;
      }),
    );
  });

  it.each(['', 'osk_', 'osk_short', `${newApiKey()}0`, newApiKey().toUpperCase(), ` ${newApiKey()}`])(
    'are refused in any other form: %s (KEY-2)',
    (text) => {
      expect(fingerprintApiKey(text)).toBeUndefined();
    },
  );

  it('are refused if made up', () => {
    fc.assert(fc.property(fc.string(), (text) => fingerprintApiKey(text) === undefined));
  });
});
