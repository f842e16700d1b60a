import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../shared/same-secret';
import { parseJson } from '../json-text';

/** A webhook request of Vonage, before its token is verified (PROV-9). */
export interface VonageRequest {
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

export interface VonageAccount {
  readonly apiKey: string;
  readonly signatureSecret: string;
}

/**
 * Vonage sends a JSON Web Token, signed with the account's signature secret, that holds the SHA-256 of the body. The
 * signature is checked before anything in the token is read, and the body is only hashed here.
 */
export function verifyVonageRequest(
  { authorization, body }: VonageRequest,
  { apiKey, signatureSecret }: VonageAccount,
  nowMs: number,
): boolean {
  const token = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? '');
  const [, head = '', payload = '', signature = ''] = token ?? [];
  const expected = createHmac('sha256', signatureSecret).update(`${head}.${payload}`).digest('base64url');
  if (!isSameSecret(signature, expected)) return false;
  const { data: claims } = Claims.safeParse(partOf(payload));
  if (claims === undefined || !Head.safeParse(partOf(head)).success) return false;
  return (
    isSameSecret(claims.api_key, apiKey) &&
    isSameSecret(claims.payload_hash, createHash('sha256').update(body).digest('hex')) &&
    Math.abs(nowMs - claims.iat * 1_000) <= TOLERANCE_MS
  );
}

/** How old a token may be, and how far the clock of Vonage may be ahead of ours. */
const TOLERANCE_MS = 5 * 60_000;

function partOf(encoded: string): unknown {
  return parseJson(Buffer.from(encoded, 'base64url').toString('utf8'));
}

const Head = z.object({ alg: z.literal('HS256') });
const Claims = z.object({
  iss: z.literal('Vonage'),
  iat: z.number(),
  api_key: z.string(),
  payload_hash: z.string(),
});
