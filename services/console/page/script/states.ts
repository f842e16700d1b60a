/** Placeholders while something loads, is missing or was refused; growing lists; the question before a final step. */
export const STATES = String.raw`
/** @import { Answer, List } from './api.js' */
import { get, isDone, isSignedOut } from './api.js';
import { announce, make } from './dom.js';
import { refusalOf } from './words.js';

/** @param {string} words */
export function emptyState(words) {
  return make('p', { class: 'state' }, words);
}

/** The last call for each part. @type {WeakMap<HTMLElement, object>} */
const calls = new WeakMap();

/**
 * Fills a part of the page with the answer of a path. The last call for a part wins.
 * @param {HTMLElement} holder @param {string} path @param {(body: any) => Node[]} show
 */
export async function fill(holder, path, show) {
  const call = {};
  calls.set(holder, call);
  // The old contents stay until the new ones arrive.
  if (holder.children.length === 0) holder.replaceChildren(emptyState('Loading …'));
  const answer = await get(path);
  if (isSignedOut(answer)) return location.reload();
  // A newer call may have been made for this part, or another part of the console may have been opened.
  if (!holder.isConnected || calls.get(holder) !== call) return;
  // The pressed button of a failed call disappears, and the focus with it.
  const hadFocus = holder.contains(document.activeElement);
  if (isDone(answer)) holder.replaceChildren(...show(answer.body));
  else holder.replaceChildren(failedState(answer, () => void fill(holder, path, show)));
  if (hadFocus) focusOn(holder, 'h1, .bad button');
}

/** Focuses the first matching element in a part of the page, or the part itself. @param {HTMLElement} part @param {string} wanted */
function focusOn(part, wanted) {
  const first = part.querySelector(wanted);
  if (first instanceof HTMLElement) return first.focus();
  part.tabIndex = -1;
  part.focus();
}

/** @param {Answer} answer @param {() => void} again */
function failedState(answer, again) {
  const retry = make('button', { type: 'button' }, 'Try again');
  retry.addEventListener('click', again);
  announce(refusalOf(answer));
  return make('div', { class: 'state bad' }, make('p', {}, refusalOf(answer)), ...(answer.status === 404 ? [] : [retry]));
}

/**
 * A list that fetches the next page of the API when its button is pressed.
 * @param {string} path @param {List} first @param {(item: any) => HTMLElement} row
 */
export function growingList(path, first, row) {
  const list = make('ul', { class: 'rows' }, ...first.items.map(row));
  const said = make('p', { class: 'said bad' });
  const more = make('button', { type: 'button' }, 'Show more');
  const foot = make('div', { class: 'buttons' }, more, said);
  let cursor = first.next_cursor ?? null;
  foot.hidden = cursor === null;
  more.addEventListener('click', async () => {
    if (more.ariaBusy === 'true' || cursor === null) return;
    more.ariaBusy = 'true';
    const answer = await get(path + (path.includes('?') ? '&' : '?') + 'cursor=' + encodeURIComponent(cursor));
    more.ariaBusy = 'false';
    if (isSignedOut(answer)) return location.reload();
    said.textContent = isDone(answer) ? '' : refusalOf(answer);
    if (!isDone(answer)) return announce(refusalOf(answer));
    const rows = answer.body.items.map(row);
    list.append(...rows);
    cursor = answer.body.next_cursor;
    foot.hidden = cursor === null;
    // The button may be gone, so the focus moves to what it loaded, even if that is only text.
    const [first] = rows;
    if (first) focusOn(first, 'a, button');
  });
  return [list, foot];
}

/** @param {string} title @param {string} words @param {string} yes @returns {Promise<boolean>} */
export function confirmed(title, words, yes) {
  const dialog = make(
    'dialog',
    { 'aria-labelledby': 'question' },
    make(
      'form',
      { method: 'dialog', class: 'stack' },
      make('h2', { id: 'question' }, title),
      make('p', {}, words),
      make(
        'div',
        { class: 'buttons' },
        make('button', { value: 'no' }, 'Cancel'),
        make('button', { value: 'yes', class: 'danger' }, yes),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
`;
