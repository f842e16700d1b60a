import { isId } from '../ids';

/** Where a page of messages ended: opaque to callers, and marked with a version so that it can change. */
export function encodeCursor(lastId: string): string {
  return Buffer.from(`${VERSION}${lastId}`, 'latin1').toString('base64url');
}

/** The id it was made of; undefined for what was not made here. */
export function decodeCursor(text: string): string | undefined {
  const id = Buffer.from(text, 'base64url').toString('latin1').slice(1);
  // Made again, because the decoder passes over what does not belong.
  return isId('msg', id) && encodeCursor(id) === text ? id : undefined;
}

const VERSION = '\x01';
