/** The credits of a business: the form for a top-up, and the entries that add up to the balance. */
export const CREDITS = String.raw`
/** @import { Entry } from './api.js' */
import { isDone, isOpen, send } from './api.js';
import { make } from './dom.js';
import { field, input, makeForm, numberOf, valueOf } from './form.js';
import { emptyState, fill, growingList } from './states.js';
import { change, counted, figure, spaced, timeMark } from './words.js';

/** @typedef {{ key: string, at: number, body: { amount: number | null, note: string | null } }} Attempt */

/** A key is remembered for a day. After that the same top-up would be booked a second time. */
const REMEMBERED_MS = 23 * 60 * 60_000;

/** @param {string} businessId @param {(balance: number) => void} changed */
export function creditsCard(businessId, changed) {
  const path = '/businesses/' + businessId + '/credits';
  const ledger = make('div', { class: 'stack' });
  const look = () =>
    void fill(ledger, path, (list) => {
      changed(list.balance);
      return list.items.length === 0 ? [emptyState('No credits have come or gone yet.')] : growingList(path, list, row);
    });
  look();
  return make(
    'section',
    { class: 'card stack', 'aria-labelledby': 'credits' },
    make('h2', { id: 'credits' }, 'Credits'),
    topUpForm(path, look),
    make('details', {}, make('summary', {}, 'Ledger'), ledger),
  );
}

/**
 * A top-up without an answer may have been booked. It is stored, even if the page is left, and can be sent again under
 * its own key, so it is booked once as long as the key is remembered (OPER-19). It can be given up, but not changed.
 * @param {string} path @param {() => void} look
 */
function topUpForm(path, look) {
  const amount = input('amount', { inputmode: 'numeric' });
  const note = input('note', { placeholder: 'Invoice 1042, say' });
  const giveUp = make('button', { type: 'button' }, 'Give it up');
  const open = make('p', { class: 'hint', hidden: true });
  let attempt = recall(path);
  const show = () => {
    amount.readOnly = note.readOnly = attempt !== undefined;
    giveUp.hidden = open.hidden = attempt === undefined;
    const press = form.querySelector('button.main');
    if (!(press instanceof HTMLElement)) return;
    press.textContent = attempt === undefined ? 'Top up' : 'Send it again';
    press.hidden = attempt !== undefined && isForgotten(attempt);
    if (attempt === undefined) return;
    amount.value = String(attempt.body.amount ?? '');
    note.value = attempt.body.note ?? '';
    open.textContent = press.hidden ? TOO_LATE : AGAIN;
  };
  giveUp.addEventListener('click', () => {
    attempt = keep(path, undefined);
    amount.value = note.value = '';
    show();
    amount.focus();
    look();
  });
  const form = makeForm({
    kind: 'line',
    button: 'Top up',
    fields: [field('Amount', amount), field('Note (optional)', note)],
    beside: [giveUp],
    async work(form) {
      if (attempt !== undefined && isForgotten(attempt)) return void show();
      attempt ??= { key: crypto.getRandomValues(new Uint32Array(4)).join('-'), at: Date.now(), body: topUpIn(form) };
      // Stored before it is sent, because the page may be closed during the call.
      keep(path, attempt);
      const { key, body } = attempt;
      const answer = await send('POST', path, body, { 'Idempotency-Key': key });
      // A 401 says that the session has ended. Nothing was read, but an earlier attempt may have been booked.
      if (!isOpen(answer) && answer.status !== 401) attempt = keep(path, undefined);
      show();
      // Also if the outcome is unknown, because the ledger may have booked it.
      if (isDone(answer) || attempt !== undefined) look();
      if (!isDone(answer)) return answer;
      form.reset();
      return counted(body.amount ?? 0, 'credit') + ' added. The balance is ' + figure(answer.body.balance) + '.';
    },
  });
  form.append(open);
  show();
  return form;
}

const AGAIN =
  'This top-up got no answer, so it may be booked already. If you send it again, it is still booked only once. Check the ledger before you give it up.';
const TOO_LATE =
  'This top-up got no answer a day ago. If you send it again, it may be booked twice. Check in the ledger whether it is booked, then give it up.';

/** @param {Attempt} attempt */
function isForgotten({ at }) {
  return Date.now() - at > REMEMBERED_MS;
}

/** @param {HTMLFormElement} form */
function topUpIn(form) {
  return { amount: numberOf(form, 'amount'), note: valueOf(form, 'note') || null };
}

/** @param {Entry} entry */
function row({ kind, amount, balance, note, created_at }) {
  return make(
    'li',
    {},
    make('div', {}, spaced(kind), ...(note === null || note === '' ? [] : [make('p', { class: 'hint', dir: 'auto' }, note)])),
    make('p', { class: 'figure' }, change(amount), make('small', {}, figure(balance) + ' then')),
    make('p', { class: 'meta wide' }, timeMark(created_at)),
  );
}

/** @param {string} path @returns {Attempt | undefined} */
function recall(path) {
  try {
    return JSON.parse(sessionStorage.getItem(path) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {Attempt | undefined} attempt */
function keep(path, attempt) {
  try {
    if (attempt === undefined) sessionStorage.removeItem(path);
    else sessionStorage.setItem(path, JSON.stringify(attempt));
  } catch {
    // If the browser stores nothing, it is kept as long as the page is open.
  }
  return attempt;
}
`;
