import { createHash } from 'node:crypto';

/** The longest that providers make have some 60; PostgreSQL's indexes hold no entry of more than 2,700. */
const MAX_BYTES = 1_000;

/**
 * What a provider calls something, as we keep it. Whoever wrote a word cannot be asked for another id, so one that cannot be
 * stored is replaced by one that is the same whenever it comes again.
 */
export function storableId(id: string): string {
  // Not UTF-8, in which halves of characters are all alike.
  return isStorable(id) ? id : `sha256-${createHash('sha256').update(id, 'utf16le').digest('hex')}`;
}

/** For ids that are only compared with what is stored: one that never can be is as good as none. */
export function storedId(id: string | null): string | null {
  return id !== null && isStorable(id) ? id : null;
}

function isStorable(id: string): boolean {
  return Buffer.byteLength(id) <= MAX_BYTES && !id.includes('\u0000') && !/\p{Cs}/u.test(id);
}
