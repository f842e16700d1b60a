/** The calls of the operator API that the page makes. */
export const API = String.raw`
/** @typedef {{ loc: (string | number)[], msg: string }} Fault */
/** @typedef {{ status: number, body: any }} Answer Status 0: there was none. */
/** @typedef {{ id: string, name: string, active: boolean, sending_paused: boolean, plan: string, balance: number,
 *   email_daily_cap: number, recipient_daily_emails: number,
 *   requests_per_second: number, burst: number, low_balance_threshold: number,
 *   sms: { mode: string, allowed_countries: string[] }, whatsapp: { mode: string }, created_at: string }} Business */
/** @typedef {{ id: string, kind: string, amount: number, balance: number, note: string | null, created_at: string }} Entry */
/** @typedef {{ id: string, url: string, description: string, event_types: string[], disabled: boolean,
 *   disabled_at: string | null, consecutive_failures: number, last_success_at: string | null,
 *   last_error: string | null,
 *   failing_since: string | null }} Endpoint */
/** @typedef {{ event_id: string, type: string | null, state: string, attempts: number, next_attempt_at: string | null,
 *   status_code: number | null, error: string | null, created_at: string }} Delivery */
/** @typedef {{ id: string, reason: string, error: string, command: string | null, business_id: string | null,
 *   parked_at: string, replayed_at: string | null }} Letter */
/** @typedef {{ order_status: string, review: string }} Template */
/** @typedef {{ items: any[], next_cursor?: string | null, balance?: number }} List */

const BASE = '/admin/v1';
/** Longer than the time-out of the service, because its answer says more than ours could. */
const TIMEOUT_MS = 30_000;

/** @param {string} path @returns {Promise<Answer>} */
export function get(path) {
  return call(path, { headers: { Accept: 'application/json' } });
}

/**
 * @param {'POST' | 'PUT' | 'PATCH'} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Answer>}
 */
export function send(method, path, body = {}, headers = {}) {
  return call(path, {
    method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** @param {Answer} answer */
export function isDone({ status }) {
  return status >= 200 && status < 300;
}

/** Whether it is still unknown if the request was done. @param {Answer} answer */
export function isOpen({ status, body }) {
  return status === 0 || status === 429 || status >= 500 || body.error_code === 'idempotency.request_in_progress';
}

/** @param {Answer} answer */
export function isSignedOut({ status }) {
  return status === 401;
}

/** @param {string} path @param {RequestInit} options @returns {Promise<Answer>} */
async function call(path, options) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(BASE + path, { ...options, credentials: 'same-origin', signal });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    return { status: 0, body: {} };
  }
}
`;
