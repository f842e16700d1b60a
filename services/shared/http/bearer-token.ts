import type { IncomingHttpHeaders } from 'node:http';

/** The credential of an `Authorization: Bearer` header; the scheme's case does not matter. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
