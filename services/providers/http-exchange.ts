import type { Dispatcher } from 'undici';
import { readRetryAfterMs } from '../../streams/rules/retry-after';
import { failureCode } from './failure-code';
import { parseJson } from './json-text';

/** A submission as an HTTP request, relative to the base URL of its provider. */
export interface HttpSubmission {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of one request: a response, or how far the request got without one. */
export type HttpAnswer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      /** Undefined if the body was not JSON or was incomplete. */
      readonly body: unknown;
      readonly retryAfterMs: number | null;
    }
  | { readonly outcome: 'not_reached' | 'unknown'; readonly detail: string };

/**
 * Sends one POST and knows when its first byte leaves: before that, a failure means that nothing arrived. undici's
 * simpler calls do not show that moment, and an aborted one still waits for a connection. Here a request that has not
 * begun is given up at once; if a connection becomes free later, it is stopped before its first byte.
 */
export function exchange(
  client: Dispatcher,
  { path, headers, body }: HttpSubmission,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  if (signal.aborted) return Promise.resolve({ outcome: 'not_reached', detail: 'aborted' });
  return new Promise<HttpAnswer>((resolve) => {
    let begun: Dispatcher.DispatchController | null = null;
    const answer = collectAnswer();
    const settle = (settled: HttpAnswer) => {
      signal.removeEventListener('abort', cancel);
      resolve(settled);
    };
    const cancel = () => {
      if (begun === null) settle({ outcome: 'not_reached', detail: 'aborted' });
      else begun.abort(new Error('aborted'));
    };
    signal.addEventListener('abort', cancel, { once: true });
    client.dispatch(
      { method: 'POST', path, headers: { ...headers, accept: 'application/json' }, body },
      {
        onRequestStart(controller) {
          if (signal.aborted) controller.abort(new Error('aborted'));
          else begun = controller;
        },
        onResponseStart: (_controller, status, received) => answer.begin(status, received),
        onResponseData: (_controller, chunk) => answer.add(chunk),
        onResponseEnd: () => settle(answer.read() ?? { outcome: 'unknown', detail: 'no status' }),
        // The status mostly decides alone, so a response that breaks off still counts as one.
        onResponseError(_controller, error) {
          const detail = signal.aborted ? 'aborted' : failureCode(error);
          settle(answer.read() ?? { outcome: begun === null ? 'not_reached' : 'unknown', detail });
        },
      },
    );
  });
}

/** Collects the status, headers and body of a response as they arrive. */
function collectAnswer() {
  let head: { status: number; retryAfterMs: number | null } | null = null;
  const chunks: Buffer[] = [];
  return {
    begin(status: number, headers: AnswerHeaders): void {
      // A status below 200 is interim: the response follows.
      if (status < 200) return;
      const retryAfterMs = readRetryAfterMs(single(headers['retry-after']), single(headers['date']));
      head = { status, retryAfterMs };
    },
    add(chunk: Buffer): void {
      chunks.push(chunk);
    },
    read(): HttpAnswer | null {
      if (head === null) return null;
      return { outcome: 'answered', ...head, body: parseJson(Buffer.concat(chunks).toString('utf8')) };
    },
  };
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Ignores a header that occurs more than once, because its values may contradict each other. */
function single(header: AnswerHeaders[string]): string | null {
  return typeof header === 'string' ? header : null;
}
