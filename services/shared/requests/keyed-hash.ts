import { createHmac } from 'node:crypto';

/** A hash that only holders of the secret can make: what was hashed (an order number, say) cannot be found by trying. */
export type KeyedHash = (...parts: readonly (string | Buffer)[]) => Buffer;

export function createKeyedHash(secret: Buffer): KeyedHash {
  return (...parts) => createHmac('sha256', secret).update(framed(parts)).digest();
}

/** Each part goes in with its length before it, so that no two lists of parts look alike (`ab, c` and `a, bc`). */
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
