import type { Dispatcher } from 'undici';
import { readRetryAfterMs } from '../../streams/rules/retry-after';
import { failureCode } from './failure-code';
import { parseJson } from './json-text';

export interface HttpSubmission {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of one request: an answer, or how far it got without one. */
export type HttpAnswer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      /** Undefined when the body was no JSON or did not arrive whole. */
      readonly body: unknown;
      readonly retryAfterMs: number | null;
    }
  | { readonly outcome: 'not_reached' | 'unknown'; readonly detail: string };

/**
 * One POST, with the moment known at which its first byte leaves. The client's simpler calls do not tell that moment, and
 * when called off they wait for a connection first; here a request that has not begun is given up at once, and stopped
 * before its first byte if its turn comes after all.
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
      signal.removeEventListener('abort', callOff);
      resolve(settled);
    };
    const callOff = () => {
      if (begun === null) settle({ outcome: 'not_reached', detail: 'aborted' });
      else begun.abort(new Error('aborted'));
    };
    signal.addEventListener('abort', callOff, { once: true });
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
        // The status alone decides most of it, so an answer that breaks off is no missing answer.
        onResponseError(_controller, error) {
          const detail = signal.aborted ? 'aborted' : failureCode(error);
          settle(answer.read() ?? { outcome: begun === null ? 'not_reached' : 'unknown', detail });
        },
      },
    );
  });
}

/** The parts of an answer as they come in. */
function collectAnswer() {
  let head: { status: number; retryAfterMs: number | null } | null = null;
  const chunks: Buffer[] = [];
  return {
    begin(status: number, headers: AnswerHeaders): void {
      // Below 200 it is a word on the way, and the answer follows.
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

/** A header that comes more than once says nothing for certain. */
function single(header: AnswerHeaders[string]): string | null {
  return typeof header === 'string' ? header : null;
}
