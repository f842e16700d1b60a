/** The mailbox of one person. */
export const MAILBOX = String.raw`
/** @import { Received } from './api.js' */
/** @import { Person } from './people.js' */
import { timeMark } from './clock.js';
import { byId, linkTo, make, showItems, webAddress } from './dom.js';
import { endingForm } from './endings.js';

const SHOWN_AT_ONCE = 50;

/** On this page the browser interprets no text as HTML, except what this policy passes into a frame without rights. */
const policy = policies()?.createPolicy('sandboxed-email', { createHTML: (html) => html });

/** @typedef {{ createHTML: (html: string) => string }} HtmlPolicy */
/** @returns {{ createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy } | undefined} Undefined in a browser without them. */
function policies() {
  return 'trustedTypes' in window ? /** @type {any} */ (window.trustedTypes) : undefined;
}

/** @param {Person} person @param {Received[]} emails Newest first. */
export function showMailbox(person, emails) {
  const list = byId('mails');
  const isNewPerson = list.getAttribute('data-of') !== person.key;
  if (isNewPerson) {
    list.setAttribute('data-of', person.key);
    list.replaceChildren();
    byId('mail-address').textContent = person.email;
    byId('mail-endings').replaceChildren(...(person.email === '' ? [] : [endingForm('email', person.email)]));
  }
  const wasEmpty = list.children.length === 0;
  showItems(list, emails.slice(0, SHOWN_AT_ONCE), keyOf, mail);
  // The newest email is open when the mailbox is first shown. Later ones stay closed, so that the page does not jump.
  const newest = list.querySelector('details');
  if (wasEmpty && newest !== null) newest.open = true;
  byId('no-mail').hidden = emails.length > 0;
  byId('no-mail').textContent =
    person.email === ''
      ? 'Only this number is known. Push an update with an email address and this number to see both together.'
      : 'No email has arrived here. If one was pushed, see below what the provider made of it.';
}

/** @param {Received} email */
function keyOf({ id, at, subject = '' }) {
  return id ?? at + ' ' + subject;
}

/** @param {Received} email */
function mail(email) {
  const { from, subject = '', at } = email;
  const summary = make(
    'summary',
    {},
    make('span', { class: 'subject' }, subject === '' ? '(no subject)' : subject),
    make('span', { class: 'from' }, from),
    timeMark(at),
  );
  const letter = make('details', {}, summary);
  letter.addEventListener('toggle', () => {
    if (letter.open && letter.children.length === 1) letter.append(...contents(email));
  });
  return make('li', {}, letter);
}

/** Made when it is first unfolded, because fifty frames at once would be slow. @param {Received} email */
function contents(email) {
  const { text, html = null, subject = '', headers = {} } = email;
  const inbox = webAddress(email.link);
  return [
    ...(inbox === undefined ? [] : [make('p', {}, linkTo(inbox, 'Open the inbox', 'main'))]),
    html === null || html === '' ? make('pre', {}, text) : frame(html, subject),
    ...(html === null || html === '' ? [] : [folded('Plain text', make('pre', {}, text))]),
    folded('Headers', make('dl', {}, ...Object.entries(headers).flatMap(([name, value]) => header(name, value)))),
  ];
}

/**
 * What strangers wrote, in a frame without rights: no scripts, no forms, no access to our page. A link would load a
 * page that refuses to be framed, so links open a new tab, which the sandbox forbids. They do nothing; the button
 * above works. @param {string} html @param {string} subject
 */
function frame(html, subject) {
  const shown = make('iframe', { sandbox: '', title: 'Email: ' + subject });
  const whole = '<base target="_blank">' + html;
  shown.srcdoc = policy === undefined ? whole : policy.createHTML(whole);
  return shown;
}

/** @param {string} words @param {HTMLElement} content */
function folded(words, content) {
  return make('details', { class: 'inner' }, make('summary', {}, words), content);
}

/** @param {string} name @param {string | string[]} value */
function header(name, value) {
  return [make('dt', {}, name), make('dd', {}, [value].flat().join('\n'))];
}
`;
