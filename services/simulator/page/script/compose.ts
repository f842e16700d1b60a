/** The form that pushes an update. */
export const COMPOSE = String.raw`
/** @import { Answer, Channel, Fault } from './api.js' */
import { CHANNELS, faultOf, isDone, send } from './api.js';
import { serviceNow } from './clock.js';
import { announce, byId, formById, make } from './dom.js';
import { CHANNEL_NAMES, endingOptions, setEnding } from './endings.js';
import { sameEmail, sameNumber } from './memory.js';
import { outcomeView } from './outcome.js';
import { SUGGESTIONS } from './suggestions.js';

const form = formById('push');
/** The inputs for API fields with a different name, where their faults are shown. @type {Record<string, string>} */
const FIELD_NAMES = { send_at: 'delay', escalate_if_unread_after_minutes: 'escalate' };

/**
 * A push without an answer may have been stored. Pressing the button again sends the same body under the same key,
 * which finds the stored push. The push stays unanswered while a repeat gets "in progress" or "try later".
 * @type {{ draft: string, key: string, body: Record<string, unknown> } | undefined}
 */
let unanswered;

/** @param {(email: string) => void} pushed */
export function startCompose(pushed) {
  suggest();
  field('order_status').addEventListener('change', suggest);
  field('rehearse').append(
    ...CHANNELS.map((channel) => {
      const options = endingOptions(channel);
      for (const option of options) option.value = channel + ' ' + option.value;
      return make('optgroup', { label: CHANNEL_NAMES[channel] + ' …' }, ...options);
    }),
  );
  form.addEventListener('input', ({ target }) => clearFault(/** @type {HTMLElement} */ (target)));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A disabled button would lose the focus.
    const button = form.querySelector('button.main');
    if (button === null || button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    await push(pushed).finally(() => (button.ariaBusy = 'false'));
  });
}

/** @param {(email: string) => void} pushed */
async function push(pushed) {
  for (const faulty of form.querySelectorAll('[aria-invalid]')) clearFault(/** @type {HTMLElement} */ (faulty));
  const number = text('recipient_phone').trim();
  // Without the country code the service would assume the country of the account, and the page would not know whose
  // texts arrive.
  if (number !== '' && !number.startsWith('+')) {
    return showFaults([{ loc: ['body', 'recipient_phone'], msg: 'Begin with + and the code of the country' }]);
  }
  const draft = JSON.stringify([...new FormData(form).entries()]);
  const attempt = unanswered?.draft === draft ? unanswered : { draft, key: newKey(), body: requestOf() };
  // Read now, because the form may be about another person when the answer arrives.
  const email = sameEmail(text('recipient_email'));
  const refused = await rehearse(email, sameNumber(number));
  if (refused !== undefined) return showFaults([{ loc: ['body', 'rehearse'], msg: refused }]);
  const answer = await send('POST', '/sim/push', attempt.body, { 'Idempotency-Key': attempt.key });
  unanswered = isOpen(answer) ? attempt : undefined;
  showOutcome(answer, attempt.body);
  if (answer.status !== 201) return;
  pushed(email);
}

/** Whether it is still unknown what became of the push. @param {Answer} answer */
function isOpen({ status, body }) {
  return [0, 429].includes(status) || status >= 500 || body.error_code === 'idempotency.request_in_progress';
}

/** An empty field is undefined, so the JSON does not contain it, as in a push of a shop. */
function requestOf() {
  const number = given('recipient_phone');
  const minutes = given('delay');
  return {
    recipient_email: text('recipient_email'),
    subject: text('subject'),
    body: text('body'),
    recipient_phone: number && sameNumber(number),
    channels: ['email', ...new FormData(form).getAll('channels')],
    whatsapp_opt_in: isTicked('whatsapp_opt_in') ? { source: 'Simulator' } : undefined,
    sms_if_whatsapp_fails: isTicked('sms_if_whatsapp_fails') || undefined,
    reference: given('reference'),
    order_status: given('order_status'),
    kind: given('kind'),
    notify: given('notify') && given('notify') === 'true',
    send_at: minutes && inMinutes(minutes),
    escalate_if_unread_after_minutes: given('escalate') && Number(given('escalate')),
  };
}

/** An impossible time is sent as it was typed, so that the API refuses it. @param {string} minutes */
function inMinutes(minutes) {
  const at = new Date(serviceNow() + Number(minutes) * 60_000);
  return Number.isNaN(at.getTime()) ? minutes : at.toISOString();
}

/** Undefined if it is set, or if there was nothing to set. @param {string} email @param {string} number */
async function rehearse(email, number) {
  const [channel = '', outcome = ''] = text('rehearse').split(' ');
  if (outcome === '') return;
  const address = channel === 'email' ? email : number;
  const answer = await setEnding(/** @type {Channel} */ (channel), address, outcome);
  return isDone(answer) ? undefined : faultOf(answer);
}

/** Follows the status until somebody writes another text. */
function suggest() {
  const all = Object.values(SUGGESTIONS);
  const [subject, body] = SUGGESTIONS[text('order_status')] ?? ['', ''];
  if (text('subject') === '' || all.some(([known]) => known === text('subject'))) field('subject').value = subject;
  if (text('body') === '' || all.some(([, known]) => known === text('body'))) field('body').value = body;
}

/** @param {Answer} answer @param {unknown} request */
function showOutcome(answer, request) {
  const outcome = byId('push-outcome');
  outcome.replaceChildren(...outcomeView(answer, request));
  outcome.hidden = false;
  announce(outcome.querySelector('.verdict')?.textContent ?? '');
  outcome.scrollIntoView({ block: 'nearest' });
  showFaults(answer.body.detail ?? []);
}

/** @param {Fault[]} faults */
function showFaults(faults) {
  for (const { loc, msg } of faults.toReversed()) {
    const name = String(loc[1] ?? '');
    const input = form.elements.namedItem(FIELD_NAMES[name] ?? name);
    if (!(input instanceof HTMLElement)) continue;
    clearFault(input);
    const id = 'fault-' + name;
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', id);
    input.closest('label')?.append(make('span', { class: 'fault', id }, inWords(msg)));
    input.closest('details')?.setAttribute('open', '');
    input.focus();
  }
}

/** The message without the kind of fault, which is for programs. @param {string} msg */
function inWords(msg) {
  const words = msg.replace(/^Value error, /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {HTMLElement} input */
function clearFault(input) {
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
  input.closest('label')?.querySelector('.fault')?.remove();
}

/** @param {string} name */
function field(name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** @param {string} name */
function text(name) {
  return field(name).value;
}

/** @param {string} name */
function given(name) {
  return text(name).trim() || undefined;
}

/** @param {string} name */
function isTicked(name) {
  return field(name).checked;
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return 'simulator-' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
`;
