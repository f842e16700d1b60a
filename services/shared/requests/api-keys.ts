import type { NewApiKey } from '../../../schemas/generated/command';
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `osk_`, 40 random base62 characters (238 bits), and 6 characters of CRC32 over what stands before. The checksum turns
 * a mistyped key away without a look-up and lets secret scanners recognise one.
 */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return withChecksum(PREFIX + random);
}

/** What is stored of a key, and looked up by; undefined for a text that cannot be one. */
export function fingerprintApiKey(key: string): Buffer | undefined {
  if (!SHAPE.test(key) || withChecksum(key.slice(0, -CHECKSUM_LENGTH)) !== key) return undefined;
  return createHash('sha256').update(key).digest();
}

/** All that is ever shown of a key again. */
export function lastFour(key: string): string {
  return key.slice(-4);
}

const PREFIX = 'osk_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  while (checksum.length < CHECKSUM_LENGTH) {
    checksum = BASE62[rest % BASE62.length]! + checksum;
    rest = Math.floor(rest / BASE62.length);
  }
  return text + checksum;
}

/** The key itself, for one answer, and what is kept of it. */
export function mintKey({ name, scopes }: { readonly name: string | null; readonly scopes: string[] }): {
  apiKey: string;
  key: NewApiKey;
} {
  const apiKey = newApiKey();
  const sha256 = fingerprintApiKey(apiKey);
  if (sha256 === undefined) throw new Error('a key was made that would not be accepted');
  return { apiKey, key: { sha256, last4: lastFour(apiKey), name: name ?? DEFAULT_NAME, scopes } };
}

/** D7: of a key that was given none. */
const DEFAULT_NAME = 'API key';
