import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes equally long for a near miss and for any other text. Digests are compared, because they have equal lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
