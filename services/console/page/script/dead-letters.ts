/** The list of dead letters: commands that could not be applied. */
export const DEAD_LETTERS = String.raw`
/** @import { Letter } from './api.js' */
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { makeButton } from './form.js';
import { emptyState, fill, growingList } from './states.js';
import { badge, spaced, timeMark } from './words.js';

const PATH = '/dead-letters';

/** @type {Record<string, string>} */
const REASONS = {
  defect: 'The service failed to apply it',
  unstorable: 'The database refused a text in it',
  undecodable: 'It could not be read',
};

/** @param {HTMLElement} view */
export function showDeadLetters(view) {
  const list = make('section', { class: 'card stack', 'aria-label': 'Dead letters' });
  view.replaceChildren(
    make('h1', { tabindex: '-1' }, 'Dead letters'),
    make('p', { class: 'hint' }, 'Commands that could not be applied. Fix the cause first, then replay them. Each is applied once.'),
    list,
  );
  void fill(list, PATH, (page) =>
    page.items.length === 0 ? [emptyState('There are no dead letters. All commands were applied.')] : growingList(PATH, page, row),
  );
}

/** @param {Letter} letter */
function row(letter) {
  const { id, reason, error, command, business_id, parked_at, replayed_at } = letter;
  const name = command === null ? 'Unreadable' : spaced(command);
  return make(
    'li',
    {},
    make('div', {}, make('h3', {}, name), make('small', {}, id)),
    replayed_at === null ? badge('Put aside', 'warn') : badge('Replayed', 'good'),
    make('p', { class: 'wide' }, (REASONS[reason] ?? spaced(reason)) + ': ', make('code', {}, error)),
    make(
      'p',
      { class: 'meta wide' },
      make('span', {}, 'put aside ', timeMark(parked_at)),
      ...(replayed_at === null ? [] : [make('span', {}, 'replayed ', timeMark(replayed_at))]),
      ...(business_id === null || !business_id.startsWith('biz_') ? [] : [make('a', { href: '#/businesses/' + business_id }, business_id)]),
    ),
    ...(replayed_at === null && command !== null ? [replayButton(letter, name)] : []),
  );
}

/** @param {Letter} letter @param {string} name */
function replayButton({ id }, name) {
  const { press, said } = makeButton(
    'Replay',
    async () => {
      const answer = await send('POST', PATH + '/' + id + '/replay');
      if (!isDone(answer)) return answer;
      press.hidden = true;
      const badge = press.closest('li')?.querySelector('.badge');
      if (badge) {
        badge.textContent = 'Replayed';
        badge.className = 'badge good';
      }
      // The focus disappeared with the button, and an empty element cannot have it.
      said.textContent = verdictOf(answer.body.status_code);
      said.tabIndex = -1;
      said.focus();
      return said.textContent;
    },
    'Replay ' + name + ' ' + id,
  );
  return make('div', { class: 'buttons wide' }, press, said);
}

/** The ledger's answer to the command, in words. @param {number} status */
function verdictOf(status) {
  if (status < 300) return 'Replayed: it is applied now.';
  if (status < 500) return 'Replayed: the command was refused (' + status + '), as it would be if it came now.';
  return 'Replayed, but it failed again: it is a new dead letter. Reload to see it.';
}
`;
