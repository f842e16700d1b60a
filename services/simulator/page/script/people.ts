/**
 * The people on the page: email addresses with the current numbers of their recipients, and numbers without an
 * address.
 */
export const PEOPLE = String.raw`
/** @import { Channel, Submission } from './api.js' */
import { byId, make, showItems } from './dom.js';
import { sameEmail, sameNumber } from './memory.js';

/**
 * @typedef {object} Person
 * @property {string} key
 * @property {string} email Empty for a number by itself.
 * @property {string} number Empty if none is known.
 * @property {string} lastAt
 * @property {Partial<Record<Channel, string>>} seenAs The address as the provider of the channel spelled it.
 */

/**
 * @param {Submission[]} submissions Newest first.
 * @param {Map<string, string>} pushed When this page pushed an update to an address, because its email may never arrive.
 * @param {{ email: string, number: string }[]} held Who has which number now.
 * @returns {Person[]} Those who received something last come first.
 */
export function gatherPeople(submissions, pushed, held) {
  /** @type {Map<string, Person>} */
  const emails = new Map();
  /** @type {Map<string, Person>} */
  const numbers = new Map();
  for (const [email, at] of pushed) seen(emails, email, at);
  for (const { channel, to, at } of submissions) {
    const person = channel === 'email' ? seen(emails, sameEmail(to), at) : seen(numbers, sameNumber(to), at);
    person.seenAs[channel] ??= to;
  }
  /** @type {Map<string, string>} */
  const numberOf = new Map();
  for (const { email, number } of held) if (!numberOf.has(email)) numberOf.set(email, number);
  const people = [...emails.values()].map((person) => joined(person, numberOf.get(person.key) ?? '', numbers));
  const claimed = new Set(people.map(({ number }) => number));
  const alone = [...numbers.values()].filter(({ key }) => !claimed.has(key));
  const strangers = alone.map((person) => ({ ...person, number: person.key }));
  return [...people, ...strangers].sort((a, b) => b.lastAt.localeCompare(a.lastAt));
}

/** @param {Map<string, Person>} known @param {string} key @param {string} at */
function seen(known, key, at) {
  const person = known.get(key) ?? { key, email: '', number: '', lastAt: at, seenAs: {} };
  if (at > person.lastAt) person.lastAt = at;
  known.set(key, person);
  return person;
}

/** @param {Person} person @param {string} number @param {Map<string, Person>} numbers @returns {Person} */
function joined({ key, lastAt, seenAs }, number, numbers) {
  const phone = numbers.get(number);
  const newest = phone !== undefined && phone.lastAt > lastAt ? phone.lastAt : lastAt;
  return { key, email: key, number, lastAt: newest, seenAs: { ...seenAs, ...phone?.seenAs } };
}

/** A load test may write to thousands of people, too many to choose from. */
const SHOWN_AT_ONCE = 30;
const FEW = 8;

/**
 * @param {Person[]} people
 * @param {string} selected
 * @param {Map<string, number>} unread
 * @param {(key: string) => void} choose
 */
export function showPeople(people, selected, unread, choose) {
  const find = /** @type {HTMLInputElement} */ (byId('find'));
  const wanted = find.value.trim().toLowerCase();
  const found = people.filter(({ email, number }) => (email + ' ' + number).includes(wanted));
  const shown = found.slice(0, SHOWN_AT_ONCE);
  find.hidden = people.length <= FEW;
  showItems(byId('people'), shown, ({ key }) => key, (person) => chip(person, choose));
  for (const item of byId('people').children) {
    const key = item.getAttribute('data-key') ?? '';
    item.querySelector('button')?.setAttribute('aria-pressed', String(key === selected));
    const count = item.querySelector('.count');
    if (count !== null) count.textContent = String(unread.get(key) ?? '');
  }
  const more = byId('more-people');
  more.hidden = found.length === shown.length && shown.length > 0;
  more.textContent = shown.length === 0 ? 'Nobody matches.' : 'and ' + (found.length - shown.length) + ' more';
}

/** @param {Person} person @param {(key: string) => void} choose */
function chip({ key, email, number }, choose) {
  const face = make('span', { class: 'face', 'aria-hidden': 'true' }, email === '' ? '#' : email.charAt(0));
  const name = make('span', { class: 'name' }, email === '' ? number : email);
  const button = make('button', { type: 'button' }, face, name, make('span', { class: 'count' }));
  button.addEventListener('click', () => choose(key));
  return make('li', {}, button);
}
`;
