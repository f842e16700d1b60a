import { timingSafeEqual } from 'node:crypto';
import { idBytes, idOfBytes } from '../../schemas/ids';
import { createKeyedHash } from './requests/keyed-hash';

/** The inbox that a link opens, and the message that it leads to. */
export interface InboxLink {
  readonly businessId: string;
  readonly recipientId: string;
  readonly messageId: string;
}

export type ReadToken =
  | ({ readonly valid: true; readonly expiresAtMs: number } & InboxLink)
  /** `expired` is set if the token is ours but too old. */
  | { readonly valid: false; readonly expired?: InboxLink };

export interface InboxLinks {
  tokenFor(link: InboxLink & { readonly expiresAtMs: number }): string;
  read(token: string, nowMs: number): ReadToken;
  /**
   * For texts, where every character counts. The code means nothing by itself: `short_links` says which send it belongs
   * to.
   */
  shortCodeFor(sendId: string): string;
}

/**
 * Makes and reads the links of nudges. A token carries all its data, signed. So opening an inbox needs no table of
 * tokens, and every instance with the secret accepts the link.
 *
 * Layout: version, three UUIDs, expiry in seconds, signature. Together they have 69 bytes, a multiple of three, so
 * base64url spells them in 92 characters without a spare bit, and no second spelling of a token is accepted.
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
      // Checked after the signature: another layout of ours is signed too, and must not be read as this one.
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
/** 128 bits cannot be guessed, and keep a link so short that mail programs do not wrap it. */
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{92}$/;

/** Seconds fit into four bytes until 2106. They are rounded up, so that a link never ends before its promised time. */
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

/** 71 bits of the hash. The bias of the remainder is too small to measure with 256 bits. */
function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < CODE_LENGTH) {
    text += BASE62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return text;
}
