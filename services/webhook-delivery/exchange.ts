import type { TLSSocket } from 'node:tls';
import { Client, errors, type Dispatcher } from 'undici';
import type { CallFailure, CallOutcome } from '../../streams/webhook-dispatcher/classify';
import type { PreparedAttempt } from '../../streams/webhook-dispatcher/prepare';

/**
 * One request over one connection, up to the end of the answer's headers. The connection is closed then: its body is
 * never read, and what is not read would have to be before the connection could serve again. Rejects with the signal's
 * reason when that ends it.
 */
export async function exchange(
  connection: TLSSocket,
  { url, headers, body }: Omit<PreparedAttempt, 'url'> & { readonly url: URL },
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (connection.destroyed) return failed('connection_closed');
  const client = new Client(url.origin, {
    connect: onceWith(connection),
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller bounds the whole attempt; these would begin anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const request = { method: 'POST', path: url.pathname + url.search, headers, body, reset: true };
      client.dispatch(request, answerHandler(resolve, reject));
    });
  } finally {
    await client.destroy();
    connection.destroy();
  }
}

const MAX_HEADER_BYTES = 16_384;
/** Interim answers (`103 Early Hints`) are passed over, but not for as long as they keep coming. */
const MAX_INTERIM_ANSWERS = 10;

function answerHandler(
  resolve: (outcome: CallOutcome) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  let interimAnswers = 0;
  return {
    onRequestStart: () => undefined,
    onResponseStart(_controller, statusCode, headers) {
      if (statusCode >= 200) {
        const [retryAfter, date] = [first(headers['retry-after']), first(headers['date'])];
        resolve({ kind: 'answered', statusCode, retryAfter, date });
      } else if (++interimAnswers > MAX_INTERIM_ANSWERS) {
        resolve(failed('answer_not_http'));
      }
    },
    onResponseData: () => undefined,
    onResponseEnd: () => undefined,
    onResponseError(_controller, error) {
      // The request itself was not one: a bug of ours, which must not count against the endpoint.
      if (error instanceof errors.InvalidArgumentError) reject(error);
      else resolve(failed(failureOf(error)));
    },
  };
}

/**
 * The client would connect anew where the connection breaks before the request is out, to an address that nobody checked.
 * It expects its connection later than it asks for it: one that is handed over at once is never used.
 */
function onceWith(connection: TLSSocket): NonNullable<Client.Options['connect']> {
  let isTaken = false;
  return (_options, callback) => {
    const taken = isTaken;
    isTaken = true;
    queueMicrotask(() => {
      if (taken) callback(new Error('the connection was closed'), null);
      else callback(null, connection);
    });
  };
}

function failureOf(error: Error): CallFailure {
  if (error instanceof errors.HeadersOverflowError) return 'answer_headers_too_long';
  if (error instanceof errors.HTTPParserError) return 'answer_not_http';
  // An answer of 100 or 101, which nobody asked for, is reported by these texts alone.
  const isMisplaced = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);
  return isMisplaced ? 'answer_not_http' : 'connection_closed';
}

function failed(failure: CallFailure): CallOutcome {
  return { kind: 'failed', failure };
}

function first(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
