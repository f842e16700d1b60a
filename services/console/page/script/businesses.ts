/** The list of businesses with its search by name, and the form that makes a business. */
export const BUSINESSES = String.raw`
/** @import { Business } from './api.js' */
import { isDone, isOpen, send } from './api.js';
import { announce, make } from './dom.js';
import { field, input, makeForm, valueOf } from './form.js';
import { secretCard } from './secret.js';
import { emptyState, fill, growingList } from './states.js';
import { MODES, PLANS, badge, counted, figure, wordFor } from './words.js';

const TYPING_MS = 250;

/** @param {HTMLElement} view */
export function showBusinesses(view) {
  const found = make('section', { class: 'card', 'aria-label': 'Businesses' });
  const made = make('div', { class: 'card', hidden: true });
  const search = input('name', { type: 'search', placeholder: 'Part of the name' });
  let typing = 0;
  const look = () => {
    // Another name may have been typed before the answer arrives.
    const name = search.value.trim();
    void fill(found, pathFor(name), (list) => listed(list, name));
  };
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(look, TYPING_MS);
  });
  view.replaceChildren(
    make('h1', { tabindex: '-1' }, 'Businesses'),
    make(
      'div',
      { class: 'pair' },
      make('div', { class: 'card', role: 'search' }, field('Search', search)),
      make('div', { class: 'card' }, newBusiness(made, look)),
    ),
    made,
    found,
  );
  look();
}

/** @param {string} name */
function pathFor(name) {
  return name === '' ? '/businesses' : '/businesses?name=' + encodeURIComponent(name);
}

/** @param {import('./api.js').List} list @param {string} name */
function listed(list, name) {
  if (name !== '') announce(counted(list.items.length, 'business', 'businesses') + (list.next_cursor ? ' and more' : '') + ' found');
  if (list.items.length > 0) return growingList(pathFor(name), list, row);
  return [emptyState(name === '' ? 'There is no business yet. Make the first one above.' : 'No business has “' + name + '” in its name.')];
}

/** @param {Business} business */
function row(business) {
  const { id, name, balance } = business;
  return make(
    'li',
    {},
    make('div', {}, make('a', { href: '#/businesses/' + id, dir: 'auto' }, name), make('div', {}, make('small', {}, id))),
    make('p', { class: 'figure' }, figure(balance), make('small', {}, 'credits')),
    make('div', { class: 'badges wide' }, ...stateBadges(business)),
  );
}

/** Badges for the state of a business. @param {Business} business */
export function stateBadges({ active, sending_paused, plan, balance, low_balance_threshold, sms, whatsapp }) {
  const pays = [sms.mode, whatsapp.mode].some((mode) => mode === 'on' || mode === 'on_request');
  return [
    active ? badge('Active', 'good') : badge('Inactive', 'bad'),
    ...(sending_paused ? [badge('Sending paused', 'warn')] : []),
    plan === 'active' ? badge('Plan active') : badge('Plan ' + wordFor(PLANS, plan).toLowerCase(), plan === 'lapsed' ? 'bad' : 'warn'),
    ...(pays && balance < low_balance_threshold ? [badge('Low balance', 'warn')] : []),
    badge('SMS: ' + wordFor(MODES, sms.mode).toLowerCase()),
    badge('WhatsApp: ' + wordFor(MODES, whatsapp.mode).toLowerCase()),
  ];
}

/** @param {HTMLElement} shown Where the key is shown. @param {() => void} look */
function newBusiness(shown, look) {
  return makeForm({
    kind: 'line',
    button: 'Make it',
    fields: [field('New business', input('name', { placeholder: 'Name' }))],
    async work(form) {
      const answer = await send('POST', '/businesses', { name: valueOf(form, 'name') });
      // Without an answer the business may still have been made, and then it is in the list.
      if (isDone(answer) || isOpen(answer)) look();
      if (!isDone(answer)) return answer;
      /** @type {Business & { api_key: string }} */
      const { id, name, api_key } = answer.body;
      form.reset();
      shown.hidden = false;
      const link = make('a', { href: '#/businesses/' + id }, 'Open ' + name);
      const key = secretCard('API key of ' + name, api_key, () => link.focus());
      shown.replaceChildren(make('div', { class: 'stack' }, key, make('p', {}, link)));
      return;
    },
  });
}
`;
