import { createHmac } from 'node:crypto';

/** A hash that needs the secret: without it, nobody finds the hashed value (such as an order number) by trial. */
export type KeyedHash = (...parts: readonly (string | Buffer)[]) => Buffer;

export function createKeyedHash(secret: Buffer): KeyedHash {
  return (...parts) => createHmac('sha256', secret).update(framed(parts)).digest();
}

/** Writes the length before each part, so that no two lists of parts look alike (`ab, c` and `a, bc`). */
function framed(parts: readonly (string | Buffer)[]): Buffer {
  const lengths = parts.map((part) => Buffer.byteLength(part));
  const bytes = Buffer.allocUnsafe(lengths.reduce((total, length) => total + 4 + length, 0));
  let end = 0;
  for (const [index, part] of parts.entries()) {
    end = bytes.writeUInt32BE(lengths[index]!, end);
    end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end);
  }
  return bytes;
}
