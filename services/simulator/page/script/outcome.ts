/** The outcome of a push, in words. */
export const OUTCOME = String.raw`
/** @import { Answer } from './api.js' */
/** @typedef {{ sending: boolean, skipped_reason: string | null }} EmailOutcome */
/** @typedef {{ queued: boolean, credits: number, skipped_reason: string | null, escalates_at: string | null }} PaidOutcome */
/** @typedef {{ recorded: boolean, reason: string | null }} Consent */
/** @typedef {{ created: boolean, nudged: boolean, scheduled_for: string | null, email: EmailOutcome | null,
 *   sms: PaidOutcome | null, whatsapp: PaidOutcome | null, whatsapp_opt_in: Consent | null }} PushResult */
import { shortTime } from './clock.js';
import { make } from './dom.js';

/** @type {Record<string, string>} */
const REASONS = {
  business_inactive: 'the account is deactivated',
  country_not_allowed: 'texts to this country are not allowed',
  disabled_by_request: 'it was not ticked',
  insufficient_credit: 'the credits are used up',
  no_phone: 'no number is known',
  not_opted_in: 'they have not agreed to WhatsApp messages',
  not_reachable: 'the number is not on WhatsApp',
  phone_conflict: 'the number belongs to another recipient',
  plan_lapsed: 'the plan has lapsed',
  platform_suppressed: 'the address is known not to work',
  sending_paused: 'sending is paused for the account',
  sms_disabled: 'SMS is off for the account',
  sms_not_enabled: 'SMS is not yet switched on for the account',
  stopped: 'they answered STOP',
  suppressed: 'the address bounced or complained before',
  template_not_sendable: 'it needs an order number and a status that can be shown',
  unsubscribed: 'they unsubscribed from everything',
  whatsapp_disabled: 'WhatsApp is off for the account',
  whatsapp_not_enabled: 'WhatsApp is not yet switched on for the account',
};

/** @type {Record<number, string>} */
const FAILURES = {
  0: 'The simulator does not answer. Is it still running?',
  401: 'The key of the demo shop was refused. Start the service again to get a new one.',
  409: 'This push is already under way.',
  422: 'Something in the form is not right.',
  429: 'Too many pushes at once. Wait a moment and push again.',
};

const REFUSED = 'The service refused it, and nothing was stored.';
const NOT_READY = 'The service is not ready. Push again: it will not be stored twice.';

/** @param {Answer} answer @param {unknown} request */
export function outcomeView(answer, request) {
  const stored = answer.status === 201;
  return [
    make('p', { class: stored ? 'verdict' : 'verdict bad' }, stored ? verdict(answer.body) : failure(answer)),
    ...(stored ? [make('ul', {}, ...lines(answer.body))] : []),
    make(
      'details',
      {},
      make('summary', {}, 'The call and its answer'),
      json('POST /api/v1/messages', request),
      json(answer.status === 0 ? 'No answer' : String(answer.status), answer.body),
    ),
  ];
}

/** @param {Answer} answer */
function failure({ status, body }) {
  const words = FAILURES[status] ?? (status < 500 ? REFUSED : NOT_READY);
  return body.error_code === undefined ? words : words + ' (' + body.error_code + ')';
}

/** @param {Partial<PushResult>} result */
function verdict({ created, nudged }) {
  const what = created ? 'Stored' : 'Updated in place';
  return nudged ? what + ', and the nudge is queued.' : what + ', without a nudge.';
}

/** A channel that was not considered is null and has no line. @param {Partial<PushResult>} result */
function lines({ email, sms, whatsapp, whatsapp_opt_in: consent, scheduled_for: later = null }) {
  return [
    email && line('Email', email.sending, emailWords(email, later)),
    sms && line('SMS', sms.queued, paidWords(sms, later)),
    whatsapp && line('WhatsApp', whatsapp.queued, paidWords(whatsapp, later)),
    consent && line('Consent', consent.recorded, consentWords(consent)),
  ].flatMap((shown) => shown ?? []);
}

/** @param {string} name @param {boolean} good @param {string} words */
function line(name, good, words) {
  return make('li', { class: good ? 'good' : 'skipped' }, make('strong', {}, name), ' ' + words);
}

/** @param {EmailOutcome} email @param {string | null} later */
function emailWords({ sending, skipped_reason: reason }, later) {
  return sending ? way(later) : 'not sent: ' + inWords(reason);
}

/** @param {PaidOutcome} channel @param {string | null} later */
function paidWords({ queued, credits, skipped_reason: reason, escalates_at: deadline }, later) {
  if (!queued) return 'not sent: ' + inWords(reason);
  if (deadline !== null) return 'goes out at ' + shortTime(deadline) + ' if still unread';
  return way(later) + ' · ' + credits + (credits === 1 ? ' credit' : ' credits');
}

/** @param {string | null} later */
function way(later) {
  return later === null ? 'is on its way' : 'waits until ' + shortTime(later);
}

/** @param {Consent} consent */
function consentWords({ recorded, reason }) {
  if (recorded) return reason === null ? 'recorded' : 'was on record already';
  return 'not recorded: ' + inWords(reason);
}

/** @param {string | null} reason */
function inWords(reason) {
  return REASONS[reason ?? ''] ?? String(reason).replaceAll('_', ' ');
}

/** @param {string} title @param {unknown} value */
function json(title, value) {
  return make('pre', {}, make('strong', {}, title), '\n' + JSON.stringify(value, null, 2));
}
`;
