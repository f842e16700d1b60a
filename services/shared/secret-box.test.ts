import { createSecretBox, maskSecret, newSigningSecret, openingOnce, parseSecretKey } from './secret-box';

const KEY = Buffer.alloc(32, 7);
const ENDPOINT = 'we_01kf0000000000000000000000';
const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS1lbmRwb2ludC0zMi1ieXRlcw';
const box = createSecretBox(KEY);

describe('a sealed secret', () => {
  it('can be opened, and shows nothing of the secret before', () => {
    const sealed = box.seal(SECRET, ENDPOINT);
    expect(box.open(sealed, ENDPOINT)).toBe(SECRET);
    expect(sealed.toString('latin1')).not.toContain(SECRET.slice(6, 14));
  });

  it('looks different each time', () => {
    const sealed = Array.from({ length: 100 }, () => box.seal(SECRET, ENDPOINT).toString('hex'));
    expect(new Set(sealed).size).toBe(100);
  });

  it('opens in every later release', () => {
    const stored = Buffer.from(
      'AQABAgMEBQYHCAkKC1QwlQztLacAWkjsFBwF7eFv6ZoVfla6eyHYhvG0aCCt2FH61koNLWInogHX3KAPN7IaIqGntXyUxYym7g6b1kQ=',
      'base64',
    );
    expect(box.open(stored, ENDPOINT)).toBe(SECRET);
  });

  it('opens for no other endpoint, and with no other key (HOOK-4)', () => {
    const sealed = box.seal(SECRET, ENDPOINT);
    expect(() => box.open(sealed, 'we_01kf0000000000000000000001')).toThrow('does not open');
    expect(() => createSecretBox(Buffer.alloc(32, 8)).open(sealed, ENDPOINT)).toThrow('does not open');
  });

  it('does not open if a single bit is changed or its end is missing', () => {
    const sealed = box.seal(SECRET, ENDPOINT);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      expect(() => box.open(changed, ENDPOINT)).toThrow(ENDPOINT);
      expect(() => box.open(sealed.subarray(0, index), ENDPOINT)).toThrow(ENDPOINT);
    }
  });

  it('names in its error neither the secret nor the key', () => {
    const sealed = box.seal(SECRET, ENDPOINT).fill(0, 20);
    expect(() => box.open(sealed, ENDPOINT)).toThrow(
      'the secret of we_01kf0000000000000000000000 does not open with this WEBHOOK_SECRETS_KEY',
    );
  });
});

describe('a cache of opened secrets', () => {
  const open = openingOnce(box);

  it('opens a secret again if it was sealed anew', () => {
    expect(open(box.seal(SECRET, ENDPOINT), ENDPOINT)).toBe(SECRET);
    expect(open(box.seal('whsec_rotated', ENDPOINT), ENDPOINT)).toBe('whsec_rotated');
    const sealed = box.seal(SECRET, ENDPOINT);
    expect([open(sealed, ENDPOINT), open(sealed, ENDPOINT)]).toEqual([SECRET, SECRET]);
  });

  it('returns neither the secret of another endpoint nor one that was changed', () => {
    const sealed = box.seal(SECRET, ENDPOINT);
    open(sealed, ENDPOINT);
    expect(() => open(sealed, 'we_01kf0000000000000000000001')).toThrow('does not open');
    expect(() => open(Buffer.from(sealed).fill(0, 20), ENDPOINT)).toThrow('does not open');
  });
});

describe('a signing secret', () => {
  it('is whsec_ and 32 random bytes in base64url', () => {
    const secrets = Array.from({ length: 100 }, newSigningSecret);
    expect(secrets.filter((secret) => !/^whsec_[\w-]{43}$/.test(secret))).toEqual([]);
    expect(new Set(secrets).size).toBe(100);
  });

  it('is shown by its last four characters', () => {
    expect(maskSecret(SECRET)).toBe('whsec_…Rlcw');
  });
});

describe('the key', () => {
  it('is 32 bytes in base64', () => {
    expect(parseSecretKey(KEY.toString('base64'))).toEqual(KEY);
  });

  it.each([
    ['31 bytes', Buffer.alloc(31, 7).toString('base64')],
    ['33 bytes', Buffer.alloc(33, 7).toString('base64')],
    ['hexadecimal', KEY.toString('hex')],
    ['without padding', KEY.toString('base64').slice(0, -1)],
    ['a space at its end', `${KEY.toString('base64')} `],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url')],
  ])('is not %s', (_what, text) => {
    expect(parseSecretKey(text)).toBeUndefined();
  });
});
