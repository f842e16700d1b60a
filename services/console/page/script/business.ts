/** One business with everything that belongs to it. */
export const BUSINESS = String.raw`
/** @import { Business } from './api.js' */
import { stateBadges } from './businesses.js';
import { creditsCard } from './credits.js';
import { make } from './dom.js';
import { endpointsCard } from './endpoints.js';
import { keyCard } from './keys.js';
import { recipientCard } from './recipients.js';
import { settingsCard } from './settings.js';
import { fill } from './states.js';
import { figure, timeMark } from './words.js';

/** @param {HTMLElement} view @param {string} id */
export function showBusiness(view, id) {
  const whole = make('div', { class: 'stack' });
  view.replaceChildren(make('a', { class: 'back', href: '#/businesses' }, '← All businesses'), whole);
  void fill(whole, '/businesses/' + encodeURIComponent(id), (business) => parts(business));
}

/** @param {Business} business */
function parts(business) {
  const head = make('header', { class: 'card stack' });
  const show = (/** @type {Business} */ now) => head.replaceChildren(...summary(now));
  show(business);
  document.title = business.name + ' – Nudgeline console';
  return [
    head,
    creditsCard(business.id, (balance) => {
      business = { ...business, balance };
      show(business);
    }),
    settingsCard(business, (changed) => {
      business = changed;
      show(business);
    }),
    endpointsCard(business.id),
    make('div', { class: 'pair' }, keyCard(business.id), recipientCard(business.id)),
  ];
}

/** @param {Business} business */
function summary(business) {
  const { id, name, balance, created_at } = business;
  return [
    make('div', {}, make('h1', { tabindex: '-1', dir: 'auto' }, name), make('code', { class: 'hint' }, id)),
    make('div', { class: 'badges' }, ...stateBadges(business)),
    make(
      'dl',
      { class: 'facts' },
      make('div', {}, make('dt', {}, 'Balance'), make('dd', { class: 'large', id: 'balance' }, figure(balance))),
      make('div', {}, make('dt', {}, 'Customer since'), make('dd', {}, timeMark(created_at))),
    ),
  ];
}
`;
