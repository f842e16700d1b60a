import type { NewApiKey } from '../../../schemas/generated/command';
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `osk_`, 40 random base62 characters (238 bits), and a CRC32 over these in 6 characters. With the checksum a mistyped
 * key is refused without a look-up, and secret scanners recognise a key (KEY-2).
 */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return withChecksum(PREFIX + random);
}

/** The hash that a key is stored and looked up by; undefined for a text that cannot be a key. */
export function fingerprintApiKey(key: string): Buffer | undefined {
  if (!SHAPE.test(key) || withChecksum(key.slice(0, -CHECKSUM_LENGTH)) !== key) return undefined;
  return createHash('sha256').update(key).digest();
}

/** The part of a key that is shown later. */
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

/** A new key, shown in one answer, and what is stored of it. */
export function mintKey({ name, scopes }: { readonly name: string | null; readonly scopes: string[] }): {
  apiKey: string;
  key: NewApiKey;
} {
  const apiKey = newApiKey();
  const sha256 = fingerprintApiKey(apiKey);
  if (sha256 === undefined) {
    throw new Error('a new key does not pass its own check: newApiKey and fingerprintApiKey disagree');
  }
  return { apiKey, key: { sha256, last4: lastFour(apiKey), name: name ?? DEFAULT_NAME, scopes } };
}

/** The name of a key that was created without one (KEY-15). */
const DEFAULT_NAME = 'API key';
