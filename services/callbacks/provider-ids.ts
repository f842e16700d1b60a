import { createHash } from 'node:crypto';

/** The longest ids of providers have some 60 bytes. A PostgreSQL index entry holds at most 2,700. */
const MAX_BYTES = 1_000;

/**
 * A provider's id as we keep it. An id that cannot be stored is replaced by its hash, because the author of a word
 * cannot be asked for another id. The hash is the same for each repeat.
 */
export function storableId(id: string): string {
  // UTF-16, because UTF-8 turns every half of a surrogate pair into the same character.
  return isStorable(id) ? id : `sha256-${createHash('sha256').update(id, 'utf16le').digest('hex')}`;
}

/** For ids that are only compared with stored ones. An id that cannot be stored matches none, so it counts as no id. */
export function storedId(id: string | null): string | null {
  return id !== null && isStorable(id) ? id : null;
}

function isStorable(id: string): boolean {
  return Buffer.byteLength(id) <= MAX_BYTES && !id.includes('\u0000') && !/\p{Cs}/u.test(id);
}
