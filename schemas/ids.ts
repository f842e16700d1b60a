import { randomBytes } from 'node:crypto';

/**
 * An id is a prefix and a UUIDv7 in 26 characters of Crockford base32. Ids are opaque, and sort by time of creation.
 *
 * Everything that a command creates derives its id from the command's: the same UUID with an index added to its low 32
 * bits. Deciding a command again yields the same ids, so repeated messages, sends and events are recognised (IDEM-17).
 */
export type IdPrefix =
  'biz' | 'cmd' | 'dlq' | 'evt' | 'key' | 'msg' | 'aut' | 'rcp' | 'rpl' | 'snd' | 'crd' | 'we';

export function newId(prefix: IdPrefix, nowMs: number): string {
  const bytes = takeRandomBytes();
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return idOfBytes(prefix, bytes);
}

export function derivedId(prefix: IdPrefix, commandId: string, index: number): string {
  if (index === 0) return prefix + commandId.slice(commandId.indexOf('_'));
  const bytes = idBytes(commandId);
  bytes.writeUInt32BE((bytes.readUInt32BE(12) + index) >>> 0, 12);
  return idOfBytes(prefix, bytes);
}

/** The 16 bytes of the UUID, where an id has to be short. */
export function idBytes(id: string): Buffer {
  return decode(id.slice(id.indexOf('_') + 1));
}

export function idOfBytes(prefix: IdPrefix, bytes: Buffer): string {
  return `${prefix}_${encode(bytes)}`;
}

/** The lowest id that can have been created at this moment: the start of a range, because ids sort by time. */
export function firstIdAt(prefix: IdPrefix, moment: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, moment), 0, 6);
  return idOfBytes(prefix, bytes);
}

/**
 * Sorts after every id of its kind in any collation, because an id's first digit is 0 to 7. With this bound the first
 * page of a list is also an index range. `$1 IS NULL OR id < $1` would read every newer row to reach a late page.
 */
export function idAboveAll(prefix: IdPrefix): string {
  return `${prefix}_z`;
}

export function isId(prefix: IdPrefix, value: string): boolean {
  return (
    value.startsWith(`${prefix}_`) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(prefix.length + 1))
  );
}

/** Fetched for 256 ids at once: a system call for each id took longer than the rest of creating it. */
let random = Buffer.alloc(0);

function takeRandomBytes(): Buffer {
  if (random.length === 0) random = randomBytes(16 * 256);
  const bytes = random.subarray(0, 16);
  random = random.subarray(16);
  return bytes;
}

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
const NO_VALUE = 255;
/** The value of each character of the alphabet, indexed by its character code. */
const VALUE_OF = new Uint8Array(128).fill(NO_VALUE);
for (const [value, code] of ALPHABET.entries()) VALUE_OF[code] = value;

/** 128 bits in 26 characters of 5 bits: the first carries only the top 3. */
function encode(bytes: Buffer): string {
  const text = Buffer.allocUnsafe(26);
  let written = 0;
  let pending = 0;
  let pendingBits = 2;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text[written++] = ALPHABET[(pending >>> pendingBits) & 31]!;
      pending &= (1 << pendingBits) - 1;
    }
  }
  return text.toString('latin1');
}

function decode(text: string): Buffer {
  const bytes = Buffer.alloc(16);
  let pending = 0;
  let pendingBits = -2;
  let written = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = VALUE_OF[text.charCodeAt(index)] ?? NO_VALUE;
    if (value === NO_VALUE) throw new Error('not an id: it contains a character outside Crockford base32');
    pending = (pending << 5) | value;
    pendingBits += 5;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes[written++] = pending >>> pendingBits;
      pending &= (1 << pendingBits) - 1;
    }
  }
  return bytes;
}
