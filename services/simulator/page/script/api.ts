/** The calls of `/sim` that the page makes. */
export const API = String.raw`
/** @typedef {'email' | 'sms' | 'whatsapp'} Channel */
/** @typedef {{ at: string, channel: Channel, to: string, outcome: string, id: string }} Submission */
/** @typedef {{ id?: string, at: string, to: string, from: string, text: string, subject?: string, html?: string | null,
 *   link?: string | null, headers?: Record<string, string | string[]> }} Received */
/** @typedef {{ loc: (string | number)[], msg: string }} Fault */
/** @typedef {{ error_code?: string, detail?: Fault[] }} Refusal */
/** @typedef {{ status: number, body: Refusal & Partial<import('./outcome.js').PushResult> }} Answer Status 0: there was
 *   none. */

/** @type {Channel[]} */
export const CHANNELS = ['email', 'sms', 'whatsapp'];

/** @returns {Promise<Submission[]>} Newest first. */
export async function submissions() {
  return (await get('/sim/submissions')).items;
}

/** @returns {Promise<{ email: string, number: string }[]>} The current numbers of people. */
export async function holders() {
  return (await get('/sim/people')).items;
}

/** How the next submission to an address ends. @param {Channel} channel @param {string} address @returns {Promise<string>} */
export async function outcomeFor(channel, address) {
  return (await get('/sim/behaviour?channel=' + channel + '&address=' + encodeURIComponent(address))).outcome;
}

/** @param {Channel} channel @param {string} to @returns {Promise<Received[]>} Newest first. */
export async function receivedBy(channel, to) {
  const path = channel === 'email' ? '/sim/emails' : '/sim/' + channel;
  return (await get(path + '?to=' + encodeURIComponent(to))).items;
}

/** @returns {Promise<number>} Milliseconds. */
export async function serviceTime() {
  return Date.parse((await get('/sim/clock')).now);
}

/**
 * @param {'POST' | 'PUT'} method
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Answer>}
 */
export async function send(method, path, body, headers = {}) {
  try {
    const answer = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    return { status: 0, body: {} };
  }
}

/** @param {Answer} answer */
export function isDone({ status }) {
  return status >= 200 && status < 300;
}

/** What went wrong, in a sentence. @param {Answer} answer */
export function faultOf({ status, body }) {
  if (status === 0) return 'The simulator does not answer. Is it still running?';
  return body.detail?.[0]?.msg ?? 'It was refused: ' + (body.error_code ?? status) + '.';
}

/** @param {string} path */
async function get(path) {
  const answer = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(path + ' answered ' + answer.status);
  return answer.json();
}
`;
