import { createHmac } from 'node:crypto';

/** A hash that only holders of the secret can make: what was hashed (an order number, say) cannot be found by trying. */
export type KeyedHash = (...parts: readonly (string | Buffer)[]) => Buffer;

/** Each part goes in with its length before it, so that no two lists of parts look alike (`ab, c` and `a, bc`). */
export function createKeyedHash(secret: Buffer): KeyedHash {
  return (...parts) => {
    const hmac = createHmac('sha256', secret);
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      hmac.update(length).update(bytes);
    }
    return hmac.digest();
  };
}
