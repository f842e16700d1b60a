import { errors, type Dispatcher } from 'undici';
import type { CallFailure, CallOutcome } from '../../streams/webhook-dispatcher/classify';
import type { PreparedAttempt } from '../../streams/webhook-dispatcher/prepare';
import type { EndpointConnection } from './endpoint-connection';
import type { TimeLimits } from './time-limits';

/** What bounds one request, and what gets its connection back. */
export interface ExchangeLimits {
  readonly limits: Pick<TimeLimits, 'onOver'>;
  /** Called when the connection can take another request. */
  readonly onFree: (connection: EndpointConnection) => void;
}

/**
 * Sends one request over a connection and reads the answer up to the end of its headers. Rejects when the time is up.
 * The body is not used: a short one is discarded so that the connection can be reused; a longer one closes it.
 */
export function exchange(
  connection: EndpointConnection,
  { url, headers, body }: Omit<PreparedAttempt, 'url'> & { readonly url: URL },
  { limits, onFree }: ExchangeLimits,
): Promise<CallOutcome> {
  if (!connection.isOpen) return Promise.resolve(failed('connection_closed'));
  return new Promise((resolve, reject) => {
    limits.onOver((reason) => {
      connection.close();
      reject(reason);
    });
    const request = { method: 'POST', path: url.pathname + url.search, headers, body } as const;
    connection.client.dispatch(request, new AnswerHandler({ resolve, reject, onFree, connection }));
  });
}

/** Interim answers (`103 Early Hints`) are ignored, but an endpoint cannot hold the connection with them. */
const MAX_INTERIM_ANSWERS = 10;
/** Most frameworks answer `OK` or a line of JSON. */
const SHORT_BODY_BYTES = 1_024;
const SHORT_BODY_MS = 1_000;

interface Ends extends Pick<ExchangeLimits, 'onFree'> {
  readonly resolve: (outcome: CallOutcome) => void;
  readonly reject: (error: Error) => void;
  readonly connection: EndpointConnection;
}

class AnswerHandler implements Dispatcher.DispatchHandler {
  private interimAnswers = 0;
  private patience: NodeJS.Timeout | undefined;

  constructor(private readonly ends: Ends) {}

  onRequestStart(): void {
    // undici requires this method.
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const { resolve, connection } = this.ends;
    if (statusCode >= 200) {
      const [retryAfter, date] = [first(headers['retry-after']), first(headers['date'])];
      resolve({ kind: 'answered', statusCode, retryAfter, date });
      const bytes = bodyLength(statusCode, headers);
      if (bytes === 0) return;
      if (bytes <= SHORT_BODY_BYTES) this.patience = setTimeout(() => connection.close(), SHORT_BODY_MS);
      else this.closeSoon();
    } else if (++this.interimAnswers > MAX_INTERIM_ANSWERS) {
      resolve(failed('answer_not_http'));
      this.closeSoon();
    }
  }

  onResponseData(): void {
    // The body is discarded.
  }

  /** If the server asked for it, the client closes the connection after this; `take` skips a closed connection. */
  onResponseEnd(): void {
    const { onFree, connection } = this.ends;
    clearTimeout(this.patience);
    onFree(connection);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { resolve, reject } = this.ends;
    clearTimeout(this.patience);
    this.closeSoon();
    // undici refused the request itself: a bug of ours, which must not count as a failure of the endpoint.
    if (error instanceof errors.InvalidArgumentError) reject(error);
    else resolve(failed(failureOf(error)));
  }

  /** Closes after this callback, because the client is still parsing while it runs. */
  private closeSoon(): void {
    queueMicrotask(() => this.ends.connection.close());
  }
}

/** The length of the body, or Infinity if the server does not say. */
function bodyLength(statusCode: number, headers: Record<string, string | string[] | undefined>): number {
  const length = first(headers['content-length']);
  return statusCode === 204 ? 0 : Number(length ?? Infinity);
}

function failureOf(error: Error): CallFailure {
  if (error instanceof errors.HeadersOverflowError) return 'answer_headers_too_long';
  if (error instanceof errors.HTTPParserError) return 'answer_not_http';
  // undici reports an unsolicited 100 or 101 only by these messages.
  const isMisplaced = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);
  return isMisplaced ? 'answer_not_http' : 'connection_closed';
}

function failed(failure: CallFailure): CallOutcome {
  return { kind: 'failed', failure };
}

function first(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
