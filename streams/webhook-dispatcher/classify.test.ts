import { classifyAttempt, type CallFailure, type CallOutcome } from './classify';

function answered(statusCode: number, headers: { retryAfter?: string; date?: string } = {}): CallOutcome {
  return { kind: 'answered', statusCode, retryAfter: null, date: null, ...headers };
}

describe('an attempt is classified (HOOK-11)', () => {
  it.each([200, 201, 202, 204, 226, 299])('%d is a delivery', (statusCode) => {
    expect(classifyAttempt(answered(statusCode))).toEqual({
      delivered: true,
      statusCode,
      error: null,
      retryAfterMs: null,
    });
  });

  it.each([199, 300, 304, 400, 404, 410, 429, 500, 503, 999])('%d is a failure', (statusCode) => {
    const { delivered, statusCode: reported, error } = classifyAttempt(answered(statusCode));
    expect([delivered, reported]).toEqual([false, statusCode]);
    expect(error).toMatch(new RegExp(`^answered ${String(statusCode)}\\b`));
  });

  it('a redirect is a failure that says that redirects are not followed', () => {
    expect(classifyAttempt(answered(302)).error).toBe('answered 302: redirects are not followed');
  });

  it.each<[CallFailure, string]>([
    ['url_not_allowed', 'the URL is not allowed'],
    ['name_not_resolved', 'the host name does not resolve'],
    ['address_not_public', 'the host is not at a public address'],
    ['connection_refused', 'the connection was refused'],
    ['host_unreachable', 'the host cannot be reached'],
    ['connect_timeout', 'no connection in time'],
    ['tls_failed', 'the TLS handshake failed'],
    ['certificate_not_valid', 'the certificate is not valid for the host'],
    ['connection_closed', 'the connection was closed without an answer'],
    ['answer_timeout', 'no answer in time'],
    ['answer_not_http', 'the answer is not valid HTTP'],
    ['answer_headers_too_long', 'the headers of the answer are too long'],
  ])('%s is reported as "%s", which merchants may match on', (failure, error) => {
    expect(classifyAttempt({ kind: 'failed', failure })).toEqual({
      delivered: false,
      statusCode: null,
      error,
      retryAfterMs: null,
    });
  });
});

it.each([
  [199, 'answered 199'],
  [300, 'answered 300: redirects are not followed'],
  [399, 'answered 399: redirects are not followed'],
  [400, 'answered 400'],
])('an answer of %d is reported as "%s"', (statusCode, error) => {
  expect(classifyAttempt(answered(statusCode))).toMatchObject({ delivered: false, statusCode, error });
});

describe('Retry-After (HOOK-12)', () => {
  const date = 'Thu, 15 Jan 2026 12:00:00 GMT';

  it.each([
    ['seconds', '120', 120_000],
    ['no seconds', '0', 0],
    ['more seconds than are ever waited', '1000000000000', 1e15],
    ['a date', 'Thu, 15 Jan 2026 12:10:00 GMT', 600_000],
    ['a date that has passed', 'Thu, 15 Jan 2026 11:00:00 GMT', 0],
  ])('is read as %s', (_what, retryAfter, retryAfterMs) => {
    expect(classifyAttempt(answered(503, { retryAfter, date })).retryAfterMs).toBe(retryAfterMs);
  });

  it.each(['', '-5', '1.5', '1e3', 'soon', '2026-01-15T12:10:00Z', 'Thu, 99 Jan 2026 12:10:00 GMT'])(
    'is ignored if it is %j',
    (retryAfter) => {
      expect(classifyAttempt(answered(503, { retryAfter, date })).retryAfterMs).toBeNull();
    },
  );

  it('is ignored as a date if the answer itself has no date', () => {
    const retryAfter = 'Thu, 15 Jan 2026 12:10:00 GMT';
    expect(classifyAttempt(answered(503, { retryAfter })).retryAfterMs).toBeNull();
    expect(classifyAttempt(answered(503, { retryAfter, date: 'today' })).retryAfterMs).toBeNull();
  });
});
