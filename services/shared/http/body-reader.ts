import type { IncomingMessage, ServerResponse } from 'node:http';

/** The whole body, or why there is none. */
export type BodyOutcome =
  | { readonly outcome: 'read'; readonly body: Buffer }
  | { readonly outcome: 'too_large' }
  /** This process holds as many unfinished bodies as it can afford. */
  | { readonly outcome: 'no_room' }
  /** The caller hung up. */
  | { readonly outcome: 'gone' };

export type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
) => Promise<BodyOutcome>;

/**
 * Reads bodies up to a limit: refused by `Content-Length` before a byte is read, by counting where no length is given.
 * The size comes before the API key (specification 5.4), so a stranger can make us hold a body; the bound on all
 * bodies held at once is what keeps strangers from taking all the memory.
 */
export function createBodyReader(maxHeldBytes = 256 * 1024 * 1024): BodyReader {
  let heldBytes = 0;
  return async (request, response, maxBytes) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return { outcome: 'too_large' };
    if (declared === 0 && request.headers['transfer-encoding'] === undefined) {
      return { outcome: 'read', body: Buffer.alloc(0) };
    }
    // A caller that waits for this has not sent the body yet: a refusal above spares it the trouble.
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();

    let ownBytes = 0;
    const hold = (bytes: number): 'too_large' | 'no_room' | undefined => {
      ownBytes += bytes;
      heldBytes += bytes;
      if (ownBytes > maxBytes) return 'too_large';
      return heldBytes > maxHeldBytes ? 'no_room' : undefined;
    };
    const outcome = await collect(request, hold);
    heldBytes -= ownBytes;
    return outcome;
  };
}

/** Plain events: an async iterator would destroy the request, and with it the connection, when it is left early. */
function collect(
  request: IncomingMessage,
  hold: (bytes: number) => 'too_large' | 'no_room' | undefined,
): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const settle = (outcome: BodyOutcome) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      // An aborted request still emits an error later, which must find a listener.
      request.on('error', ignore);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      const refusal = hold(chunk.length);
      if (refusal === undefined) chunks.push(chunk);
      else settle({ outcome: refusal });
    };
    const onEnd = () => settle({ outcome: 'read', body: Buffer.concat(chunks) });
    const onGone = () => settle({ outcome: 'gone' });
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

function ignore(): void {
  // The caller is gone; nobody is left to be told.
}
