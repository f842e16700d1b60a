/** How a call ended. The headers are as the endpoint sent them, and so are not to be trusted. */
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
  /** Null where it was delivered; else a text that merchants see as the endpoint's `last_error`. */
  readonly error: string | null;
  /** How long the endpoint asks to be left alone. */
  readonly retryAfterMs: number | null;
}

export function classifyAttempt(outcome: CallOutcome): ClassifiedAttempt {
  if (outcome.kind === 'failed') {
    return { delivered: false, statusCode: null, error: FAILURES[outcome.failure], retryAfterMs: null };
  }
  const { statusCode } = outcome;
  if (statusCode >= 200 && statusCode <= 299) {
    return { delivered: true, statusCode, error: null, retryAfterMs: null };
  }
  return { delivered: false, statusCode, error: errorOf(statusCode), retryAfterMs: retryAfterMsOf(outcome) };
}

/** Merchants may match on these texts: none is changed, and none tells of an address behind a name. */
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

/**
 * A date is taken relative to the answer's own `Date`. Relative to our clock an endpoint whose clock is an hour ahead
 * would be left alone for an hour more than it asked for.
 */
function retryAfterMsOf({
  retryAfter,
  date,
}: {
  retryAfter: string | null;
  date: string | null;
}): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const waitMs = readHttpDate(retryAfter) - readHttpDate(date ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Only the form that HTTP prescribes: what else `Date.parse` takes differs between its versions. */
function readHttpDate(text: string): number {
  return HTTP_DATE.test(text) ? Date.parse(text) : NaN;
}
