import { readRetryAfterMs } from '../rules/retry-after';

/** How a call ended. The headers are as the endpoint sent them, so they cannot be trusted. */
export type CallOutcome =
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      readonly retryAfter: string | null;
      readonly date: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: CallFailure };

export type CallFailure = keyof typeof FAILURES;

export interface ClassifiedAttempt {
  readonly delivered: boolean;
  readonly statusCode: number | null;
  /** Null if it was delivered; otherwise the text that merchants see as `last_error` of the endpoint. */
  readonly error: string | null;
  /** How long the endpoint asks us to wait. */
  readonly retryAfterMs: number | null;
}

/** Any 2xx is a delivery, and everything else a failure (HOOK-11). */
export function classifyAttempt(outcome: CallOutcome): ClassifiedAttempt {
  if (outcome.kind === 'failed') {
    return { delivered: false, statusCode: null, error: FAILURES[outcome.failure], retryAfterMs: null };
  }
  const { statusCode } = outcome;
  if (statusCode >= 200 && statusCode <= 299) {
    return { delivered: true, statusCode, error: null, retryAfterMs: null };
  }
  const retryAfterMs = readRetryAfterMs(outcome.retryAfter, outcome.date);
  return { delivered: false, statusCode, error: errorOf(statusCode), retryAfterMs };
}

/** Merchants may match on these texts, so none may change. None shows the address that a name resolves to. */
const FAILURES = {
  url_not_allowed: 'the URL is not allowed',
  name_not_resolved: 'the host name does not resolve',
  address_not_public: 'the host is not at a public address',
  connection_refused: 'the connection was refused',
  host_unreachable: 'the host cannot be reached',
  connect_timeout: 'no connection in time',
  tls_failed: 'the TLS handshake failed',
  certificate_not_valid: 'the certificate is not valid for the host',
  connection_closed: 'the connection was closed without an answer',
  answer_timeout: 'no answer in time',
  answer_not_http: 'the answer is not valid HTTP',
  answer_headers_too_long: 'the headers of the answer are too long',
};

function errorOf(statusCode: number): string {
  const isRedirect = statusCode >= 300 && statusCode <= 399;
  return isRedirect ? `answered ${statusCode}: redirects are not followed` : `answered ${statusCode}`;
}
