import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts signing secrets at rest. They cannot be hashed, because every delivery is signed with them. Without the key,
 * a reader of the database must find nothing of use (HOOK-4).
 */
export interface SecretBox {
  seal(secret: string, endpointId: string): Buffer;
  /** Throws if the secret was sealed with another key or for another endpoint, or was changed since. */
  open(sealed: Buffer, endpointId: string): string;
}

/**
 * AES-256-GCM: a version byte, 12 bytes of nonce, 16 of tag, then the text. The id of the endpoint is authenticated
 * too, so that a secret cannot be moved to another row. The version leaves room for another key or cipher.
 */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(secret, endpointId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(endpointId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, endpointId) {
      if (sealed[0] !== VERSION || sealed.length < TEXT_AT) {
        throw new Error(
          `the secret of ${endpointId} is not sealed in a form that this release knows; start the release that sealed it`,
        );
      }
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(NONCE_AT, TAG_AT))
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(sealed.subarray(TAG_AT, TEXT_AT));
      try {
        return decipher.update(sealed.subarray(TEXT_AT), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new Error(
          `the secret of ${endpointId} does not open with this WEBHOOK_SECRETS_KEY; set the key that sealed it`,
          { cause },
        );
      }
    },
  };
}

/**
 * Caches opened secrets for a process that signs many webhooks. Opening one for each took a twentieth of the
 * dispatcher's time.
 */
export function openingOnce(box: Pick<SecretBox, 'open'>): SecretBox['open'] {
  const opened = new Map<string, { readonly sealed: Buffer; readonly secret: string }>();
  return (sealed, endpointId) => {
    const known = opened.get(endpointId);
    if (known?.sealed.equals(sealed) === true) return known.secret;
    const secret = box.open(sealed, endpointId);
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(endpointId, { sealed, secret });
    return secret;
  };
}

const MOST_OPENED = 10_000;

export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** The part of a secret that is shown later. */
export function maskSecret(secret: string): string {
  return `${PREFIX}…${secret.slice(-4)}`;
}

/** Reads 32 bytes in base64; undefined for any other text. */
export function parseSecretKey(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

const PREFIX = 'whsec_';
const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const NONCE_AT = 1;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const TEXT_AT = TAG_AT + 16;
