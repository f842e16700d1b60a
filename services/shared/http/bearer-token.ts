import type { IncomingHttpHeaders } from 'node:http';

/** The token of an `Authorization: Bearer` header. The case of the scheme does not matter. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
