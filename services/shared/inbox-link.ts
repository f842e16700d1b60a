import { timingSafeEqual } from 'node:crypto';
import { idBytes, idOfBytes } from '../../schemas/ids';
import { createKeyedHash } from './requests/keyed-hash';

/** Whose inbox a link opens, and at which message. */
export interface InboxLink {
  readonly businessId: string;
  readonly recipientId: string;
  readonly messageId: string;
}

export type ReadToken =
  | ({ readonly valid: true; readonly expiresAtMs: number } & InboxLink)
  /** With `expired` the token is one of ours, only too old. */
  | { readonly valid: false; readonly expired?: InboxLink };

export interface InboxLinks {
  tokenFor(link: InboxLink & { readonly expiresAtMs: number }): string;
  read(token: string, nowMs: number): ReadToken;
  /** For texts, where every character counts. It says nothing by itself: whose it is stands in `short_links`. */
  shortCodeFor(sendId: string): string;
}

/**
 * The links of nudges. A token carries all it says, signed, so that opening an inbox needs no table of tokens and a
 * link works on every instance that has the secret.
 *
 * Layout: version, three UUIDs, expiry in seconds, signature. That is 69 bytes, a multiple of three: base64url spells
 * them in 92 characters without a spare bit, so no second spelling of a token is accepted either.
 */
export function createInboxLinks(secret: Buffer): InboxLinks {
  const hash = createKeyedHash(secret);
  const signatureOf = (signed: Buffer): Buffer => hash('inbox-link', signed).subarray(0, SIGNATURE_BYTES);

  return {
    tokenFor(link) {
      const signed = pack(link);
      return Buffer.concat([signed, signatureOf(signed)]).toString('base64url');
    },
    read(token, nowMs) {
      if (!TOKEN.test(token)) return { valid: false };
      const bytes = Buffer.from(token, 'base64url');
      const signed = bytes.subarray(0, SIGNED_BYTES);
      if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), signatureOf(signed))) return { valid: false };
      // Looked at after the signature: another layout of ours is signed too, and is not to be read as this one.
      if (signed[0] !== VERSION) return { valid: false };
      const { expiresAtMs, ...link } = unpack(signed);
      return nowMs < expiresAtMs ? { valid: true, expiresAtMs, ...link } : { valid: false, expired: link };
    },
    shortCodeFor(sendId) {
      return base62(hash('short-link', sendId));
    },
  };
}

const VERSION = 1;
const EXPIRY_AT = 49;
const SIGNED_BYTES = EXPIRY_AT + 4;
/** 128 bits: nobody guesses one, and a link stays short enough not to be wrapped by mail programs. */
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{92}$/;

/** Seconds last until 2106 in four bytes. Rounded up, so that a link never ends before it was promised to. */
function pack({
  businessId,
  recipientId,
  messageId,
  expiresAtMs,
}: InboxLink & { expiresAtMs: number }): Buffer {
  const expiry = Buffer.alloc(4);
  expiry.writeUInt32BE(Math.ceil(expiresAtMs / 1_000));
  const ids = [businessId, recipientId, messageId].map(idBytes);
  return Buffer.concat([Buffer.of(VERSION), ...ids, expiry]);
}

function unpack(signed: Buffer): InboxLink & { expiresAtMs: number } {
  return {
    businessId: idOfBytes('biz', signed.subarray(1, 17)),
    recipientId: idOfBytes('rcp', signed.subarray(17, 33)),
    messageId: idOfBytes('msg', signed.subarray(33, EXPIRY_AT)),
    expiresAtMs: signed.readUInt32BE(EXPIRY_AT) * 1_000,
  };
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE_LENGTH = 12;

/** 71 bits of the hash; what the remainder of 256 bits prefers is beyond measure. */
function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < CODE_LENGTH) {
    text += BASE62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return text;
}
