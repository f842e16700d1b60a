import { isId } from '../ids';

/** Encodes where a page of messages ended. The cursor is opaque to callers, and has a version so that it can change. */
export function encodeCursor(lastId: string): string {
  return Buffer.from(`${VERSION}${lastId}`, 'latin1').toString('base64url');
}

/** Returns the id in a cursor; undefined if `encodeCursor` did not make the text. */
export function decodeCursor(text: string): string | undefined {
  const id = Buffer.from(text, 'base64url').toString('latin1').slice(1);
  // Encoded again and compared, because the base64url decoder skips invalid characters.
  return isId('msg', id) && encodeCursor(id) === text ? id : undefined;
}

const VERSION = '\x01';
