/** What a push came to, in words. */
export const OUTCOME = String.raw`
/** @import { Answer } from './api.js' */
import { shortTime } from './clock.js';
import { make } from './dom.js';
import { CHANNEL_NAMES } from './endings.js';

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
  const words = FAILURES[status] ?? 'The service is not ready. Push again: it will not be stored twice.';
  return body.error_code === undefined ? words : words + ' (' + body.error_code + ')';
}

/** @param {any} result */
function verdict({ created, nudged }) {
  const what = created ? 'Stored' : 'Updated in place';
  return nudged ? what + ', and the nudge is queued.' : what + ', without a nudge.';
}

/** @param {any} result */
function lines({ email, sms, whatsapp, whatsapp_opt_in: consent, scheduled_for: later }) {
  const paid = [
    ...(sms === null ? [] : [line(CHANNEL_NAMES.sms, sms.queued, paidWords(sms, later))]),
    ...(whatsapp === null ? [] : [line(CHANNEL_NAMES.whatsapp, whatsapp.queued, paidWords(whatsapp, later))]),
  ];
  return [
    ...(email === null ? [] : [line(CHANNEL_NAMES.email, email.sending, emailWords(email, later))]),
    ...paid,
    ...(consent === null ? [] : [line('Consent', consent.recorded, consentWords(consent))]),
  ];
}

/** @param {string} name @param {boolean} good @param {string} words */
function line(name, good, words) {
  return make('li', { class: good ? 'good' : 'skipped' }, make('strong', {}, name), ' ' + words);
}

/** @param {any} email @param {string | null} later */
function emailWords({ sending, skipped_reason: reason }, later) {
  if (!sending) return because(reason);
  return later === null ? 'is on its way' : 'waits until ' + shortTime(later);
}

/** @param {any} channel @param {string | null} later */
function paidWords({ queued, credits, skipped_reason: reason, escalates_at: deadline }, later) {
  if (!queued) return because(reason);
  if (deadline !== null) return 'goes out at ' + shortTime(deadline) + ' if still unread';
  const price = credits + (credits === 1 ? ' credit' : ' credits');
  return (later === null ? 'is on its way' : 'waits until ' + shortTime(later)) + ' · ' + price;
}

/** @param {any} consent */
function consentWords({ recorded, reason }) {
  if (recorded) return reason === null ? 'recorded' : 'was on record already';
  return 'not recorded: ' + (REASONS[reason] ?? String(reason).replaceAll('_', ' '));
}

/** @param {string} reason */
function because(reason) {
  return 'not sent: ' + (REASONS[reason] ?? reason.replaceAll('_', ' '));
}

/** @param {string} title @param {unknown} value */
function json(title, value) {
  return make('pre', {}, make('strong', {}, title), '\n' + JSON.stringify(value, null, 2));
}
`;
