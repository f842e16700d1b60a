import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { SignedCall } from '../../stand-in';
import type { VonageAccount } from '../signature';

/**
 * A callback as Vonage sends it. Its token carries real time, because the receiver compares that with its own clock.
 */
export function signedCall(
  url: string,
  content: object,
  { apiKey, signatureSecret }: VonageAccount,
  realTimeMs: number,
): SignedCall {
  const body = JSON.stringify(content);
  const claims = {
    iat: Math.floor(realTimeMs / 1_000),
    jti: randomUUID(),
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: apiKey,
  };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = createHmac('sha256', signatureSecret).update(signed).digest('base64url');
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${signed}.${signature}` };
  return { url, headers, body };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
