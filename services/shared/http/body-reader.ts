import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BODY_LIMITS,
  callerAddress,
  createUnfinishedBodies,
  type BodyLimits,
  type UnfinishedBodies,
  type UnfinishedBody,
} from './unfinished-bodies';

/** The whole body, or the reason why there is none. */
export type BodyOutcome =
  | { readonly outcome: 'read'; readonly body: Buffer }
  | { readonly outcome: 'too_large' }
  /** It arrives more slowly than any well-meaning caller would send it. */
  | { readonly outcome: 'too_slow' }
  /** This process holds as many unfinished bodies as it can afford. */
  | { readonly outcome: 'no_room' }
  /** The caller closed the connection. */
  | { readonly outcome: 'gone' };

export type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
) => Promise<BodyOutcome>;

/**
 * Reads bodies up to a limit. A larger one is refused by its `Content-Length` before a byte is read, or by counting if
 * no length is given.
 */
export function createBodyReader(limits: Partial<BodyLimits> = {}): BodyReader {
  const unfinished = createUnfinishedBodies({ ...BODY_LIMITS, ...limits });
  return async (request, response, maxBytes) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return { outcome: 'too_large' };
    if (declared === 0 && request.headers['transfer-encoding'] === undefined) {
      return { outcome: 'read', body: Buffer.alloc(0) };
    }
    // A caller that waits for this has not sent the body yet, so a refusal above saves it the trouble.
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    return collect(request, maxBytes, unfinished);
  };
}

/** Uses plain events: leaving an async iterator early would destroy the request and its connection. */
function collect(
  request: IncomingMessage,
  maxBytes: number,
  unfinished: UnfinishedBodies,
): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const settle = (outcome: BodyOutcome) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      // An aborted request emits an error later, which needs a listener.
      request.on('error', ignore);
      unfinished.remove(body);
      resolve(outcome);
    };
    const body: UnfinishedBody = {
      address: callerAddress(request.socket.remoteAddress),
      startedAtMs: performance.now(),
      bytes: 0,
      giveUp: (why) => settle({ outcome: why }),
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      unfinished.grow(body, chunk.length);
      if (body.bytes > maxBytes) settle({ outcome: 'too_large' });
    };
    const onEnd = () => settle({ outcome: 'read', body: Buffer.concat(chunks) });
    const onGone = () => settle({ outcome: 'gone' });
    unfinished.add(body);
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

function ignore(): void {
  // The caller is gone, so nobody needs an answer.
}
