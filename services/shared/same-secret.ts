import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes as long for a near miss as for any other. Digests are compared, for they are equally long. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
