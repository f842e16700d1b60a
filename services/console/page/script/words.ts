import { STATUS_LABEL } from '../../../../streams/wording/order-status';

/** The codes of the service, in words for people. */
export const WORDS = String.raw`
/** @import { Answer } from './api.js' */
import { make } from './dom.js';

export const MODES = { not_enabled: 'Not enabled', off: 'Off', on_request: 'On request', on: 'On' };
export const PLANS = { active: 'Active', past_due: 'Past due', lapsed: 'Lapsed' };
export const REVIEWS = { approved: 'Approved', in_review: 'In review', rejected: 'Rejected' };
export const ORDER_STATUSES = ${JSON.stringify(STATUS_LABEL)};

/** @type {Record<string, string>} */
const REFUSALS = {
  'business.not_found': 'There is no such business.',
  'dead_letter.already_replayed': 'It has been replayed already.',
  'dead_letter.expired': 'It is older than 24 hours, so it can no longer be replayed.',
  'dead_letter.not_found': 'This dead letter is no longer there.',
  'dead_letter.person_erased': 'The person it is about has been erased, so it cannot be replayed.',
  'dead_letter.unreadable': 'It cannot be read as a command, so it cannot be replayed.',
  'idempotency.key_reused': 'This top-up was sent before with another amount or note. Check the ledger.',
  'idempotency.request_in_progress': 'The same request is being processed. Try again in a moment.',
  'key.limit_reached': 'This business has 25 keys already, which is the most it can have.',
  'operator.foreign_request': 'The browser did not say that this page sent it. Reload the page and try again.',
  'operator.invalid_token': 'Your session has ended. Reload the page to sign in again.',
  'recipient.not_found': 'This business has no recipient with that address.',
  'request.rate_limited': 'Too many requests just now. Try again in a moment.',
  'service.internal_error': 'The service failed. Its log says why.',
  'service.unavailable': 'The service could not do it just now. Try again in a moment.',
  'template.not_found': 'There is no template for this order status.',
  'webhook_endpoint.disabled': 'The endpoint is disabled. Enable it first.',
  'webhook_endpoint.not_found': 'This endpoint is no longer there.',
};

/** What went wrong, in a sentence. @param {Answer} answer */
export function refusalOf({ status, body }) {
  if (status === 0) return 'There was no answer. Is the console running, and are you online?';
  return REFUSALS[body.error_code] ?? 'It was refused (' + (body.error_code ?? status) + ').';
}

/** The message without the kind of fault, which is for programs. @param {string} msg */
export function faultInWords(msg) {
  const words = msg.replace(/^Value error, /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {Record<string, string>} words @param {string} code */
export function wordFor(words, code) {
  return words[code] ?? spaced(code);
}

/** For a code without words. @param {string} code */
export function spaced(code) {
  const words = code.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const numbers = new Intl.NumberFormat('en-GB');
const signed = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' });

/** @param {number} value */
export function figure(value) {
  return numbers.format(value);
}

/** @param {number} value */
export function change(value) {
  return signed.format(value);
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = one + 's') {
  return figure(count) + ' ' + (count === 1 ? one : many);
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the reader's time zone, with the exact time as its title. @param {string} at */
export function timeMark(at) {
  return make('time', { datetime: at, title: at }, moment.format(new Date(at)));
}

/** @param {string} words @param {'' | 'good' | 'warn' | 'bad'} [kind] */
export function badge(words, kind = '') {
  return make('span', { class: ('badge ' + kind).trim() }, words);
}
`;
