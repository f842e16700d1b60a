/** The webhook endpoints of a business: their state, and what the operator can do about them. */
export const ENDPOINTS = String.raw`
/** @import { Delivery, Endpoint } from './api.js' */
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { field, input, makeButton, makeForm, valueOf } from './form.js';
import { emptyState, fill, growingList } from './states.js';
import { badge, counted, spaced, timeMark } from './words.js';

const DAY_MS = 86_400_000;

/** @param {string} businessId */
export function endpointsCard(businessId) {
  const path = '/businesses/' + businessId + '/webhook-endpoints';
  const holder = make('div', {});
  void fill(holder, path, ({ items }) =>
    items.length === 0
      ? [emptyState('This business has no webhook endpoints.')]
      : [make('ul', { class: 'endpoints' }, ...items.map((/** @type {Endpoint} */ endpoint) => endpointItem(path, endpoint)))],
  );
  return make(
    'section',
    { class: 'card stack', 'aria-labelledby': 'endpoints' },
    make('h2', { id: 'endpoints' }, 'Webhook endpoints'),
    holder,
  );
}

/** @param {string} path @param {Endpoint} endpoint @param {string} [words] What was just done to it. */
function endpointItem(path, endpoint, words = '') {
  const item = make('li', { class: 'endpoint' });
  const own = path + '/' + endpoint.id;
  const { press, said } = makeButton(
    'Enable',
    async () => {
      const answer = await send('POST', own + '/enable');
      if (!isDone(answer)) return answer;
      const next = endpointItem(path, answer.body, 'The endpoint is enabled. Replay what it missed.');
      item.replaceWith(next);
      next.querySelector('input')?.focus();
      return;
    },
    'Enable ' + endpoint.url,
  );
  press.className = 'main';
  item.append(
    make('div', { class: 'heading' }, make('div', {}, make('h3', {}, make('code', {}, endpoint.url)), meta(endpoint)), badgeOf(endpoint)),
    ...(endpoint.disabled ? [make('div', { class: 'buttons' }, press, said)] : [replayForm(own, words)]),
    deliveries(own),
  );
  return item;
}

/** Judged by its last attempts, because an event counts as failed only after hours of attempts. @param {Endpoint} endpoint */
function badgeOf({ disabled, last_error }) {
  if (disabled) return badge('Disabled', 'bad');
  return last_error !== null ? badge('Failing', 'warn') : badge('Enabled', 'good');
}

/** @param {Endpoint} endpoint */
function meta({ description, event_types, disabled_at, consecutive_failures, last_success_at, last_error, failing_since }) {
  return make(
    'p',
    { class: 'meta' },
    ...(description === '' ? [] : [make('span', { dir: 'auto' }, description)]),
    make('span', {}, event_types.length === 0 ? 'every event' : event_types.join(', ')),
    ...(disabled_at === null ? [] : [make('span', {}, 'disabled since ', timeMark(disabled_at))]),
    ...(consecutive_failures === 0 ? [] : [make('span', {}, counted(consecutive_failures, 'failure') + ' in a row')]),
    ...(last_error === null || failing_since === null ? [] : [make('span', {}, 'Failing since ', timeMark(failing_since))]),
    ...(last_error === null ? [] : [make('span', {}, 'last answer: ' + last_error)]),
    make('span', {}, ...(last_success_at === null ? ['never succeeded'] : ['last success ', timeMark(last_success_at)])),
  );
}

/** @param {string} own @param {string} words */
function replayForm(own, words) {
  const since = input('since', { type: 'datetime-local', value: localInput(Date.now() - DAY_MS) });
  const form = makeForm({
    kind: 'line',
    button: 'Replay',
    quiet: true,
    fields: [field('Replay what it has missed since', since)],
    async work(form) {
      const at = new Date(valueOf(form, 'since'));
      const answer = await send('POST', own + '/replay', { since: Number.isNaN(at.getTime()) ? null : at.toISOString() });
      if (!isDone(answer)) return answer;
      const { replayed } = answer.body;
      return replayed === 0 ? 'There was nothing to replay.' : counted(replayed, 'event') + ' back in line.';
    },
  });
  form.querySelector('.said')?.append(words);
  return form;
}

/** A time in the reader's time zone, in the notation of the field. @param {number} at */
function localInput(at) {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offset).toISOString().slice(0, 16);
}

/** The deliveries, which are loaded whenever they are unfolded. @param {string} own */
function deliveries(own) {
  const holder = make('div', { class: 'stack' });
  const folded = make('details', {}, make('summary', {}, 'Latest deliveries'), holder);
  const path = own + '/deliveries';
  folded.addEventListener('toggle', () => {
    if (!folded.open) return;
    void fill(holder, path, (list) =>
      list.items.length === 0 ? [emptyState('Nothing has been delivered here yet.')] : growingList(path, list, deliveryRow),
    );
  });
  return folded;
}

/** @type {Record<string, 'good' | 'warn' | 'bad' | ''>} */
const KINDS = { delivered: 'good', waiting: 'warn', failed: 'bad' };

/** @param {Delivery} delivery */
function deliveryRow({ event_id, type, state, attempts, next_attempt_at, status_code, error, created_at }) {
  return make(
    'li',
    {},
    make('div', {}, type ?? 'Erased event', make('div', {}, make('small', {}, event_id))),
    badge(spaced(state), KINDS[state] ?? ''),
    make(
      'p',
      { class: 'meta wide' },
      timeMark(created_at),
      make('span', {}, counted(attempts, 'attempt')),
      ...(error === null && status_code !== null ? [make('span', {}, 'answered ' + status_code)] : []),
      ...(error === null ? [] : [make('span', {}, error)]),
      ...(next_attempt_at === null ? [] : [make('span', {}, 'next ', timeMark(next_attempt_at))]),
    ),
  );
}
`;
