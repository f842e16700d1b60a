/** The phone of one person: texts, WhatsApp, and what the person answers. */
export const PHONE = String.raw`
/** @import { Received } from './api.js' */
/** @import { OwnReply } from './memory.js' */
/** @import { Person } from './people.js' */
import { faultOf, isDone, send } from './api.js';
import { readClock, serviceNow, timeMark } from './clock.js';
import { announce, byId, formById, make, showItems, webAddress, withLinks, linkTo } from './dom.js';
import { endingForm } from './endings.js';
import { rememberReply, repliesFrom } from './memory.js';

/** @typedef {'sms' | 'whatsapp'} App */

const SHOWN_AT_ONCE = 100;
const form = formById('reply');
const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
const screen = /** @type {HTMLElement} */ (document.querySelector('.screen'));

/** @type {Person | undefined} */
let owner;
/** @type {App} */
let app = 'sms';
/** @type {Record<App, Received[]>} */
let received = { sms: [], whatsapp: [] };
/** @type {Received | undefined} */
let quoted;

export function startPhone() {
  for (const button of document.querySelectorAll('[data-app]')) {
    button.addEventListener('click', () => openApp(appOf(button)));
  }
  for (const button of form.querySelectorAll('.quick button')) {
    button.addEventListener('click', () => void reply(button.textContent ?? ''));
  }
  form.querySelector('.quoted button')?.addEventListener('click', () => quote(undefined));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { value } = input;
    const writer = owner?.key;
    if (value.trim() === '') return;
    // Cleared at once, so that pressing Enter twice sends the text only once.
    input.value = '';
    // If it fails, the text returns to the input, unless the phone of another person is shown by then.
    if (!(await reply(value)) && owner?.key === writer) input.value ||= value;
  });
}

/** @param {Person} person @param {Record<App, Received[]>} messages Newest first. */
export function showPhone(person, messages) {
  const isNewPerson = owner?.key !== person.key || owner.number !== person.number;
  owner = person;
  received = messages;
  if (isNewPerson) {
    byId('phone-number').textContent = person.number;
    form.hidden = person.number === '';
    const newest = (messages.whatsapp[0]?.at ?? '') > (messages.sms[0]?.at ?? '') ? 'whatsapp' : 'sms';
    openApp(newest);
  } else {
    showThread();
  }
}

/** Opens the app in which a message has just arrived, unless an answer is being typed in the other. @param {App} channel */
export function offerApp(channel) {
  if (channel !== app && input.value === '' && !form.contains(document.activeElement)) openApp(channel);
}

/** @param {App} opened */
function openApp(opened) {
  app = opened;
  quote(undefined);
  byId('thread').replaceChildren();
  for (const button of document.querySelectorAll('[data-app]')) {
    button.setAttribute('aria-pressed', String(appOf(button) === app));
  }
  screen.setAttribute('data-shows', app);
  const number = owner?.number ?? '';
  byId('phone-endings').replaceChildren(...(number === '' ? [] : [endingForm(app, number)]));
  byId('reply-fault').textContent = '';
  showThread();
}

/** @param {Element} button A button for an app, or what is in it. @returns {App} */
function appOf(button) {
  return button.closest('[data-app=sms]') === null ? 'whatsapp' : 'sms';
}

function showThread() {
  const number = owner?.number ?? '';
  const theirs = received[app].slice(0, SHOWN_AT_ONCE).map((message) => ({ at: message.at, message }));
  const own = repliesFrom(app, number).map((answer) => ({ at: answer.at, answer }));
  /** @type {{ at: string, message?: Received, answer?: OwnReply }[]} */
  const thread = [...theirs, ...own].sort((a, b) => a.at.localeCompare(b.at));
  const atTheEnd = screen.scrollHeight - screen.scrollTop - screen.clientHeight < 80;
  showItems(byId('thread'), thread, keyOf, bubble);
  if (atTheEnd) screen.scrollTop = screen.scrollHeight;
  for (const count of document.querySelectorAll('[data-app] .count')) {
    count.textContent = String(received[appOf(count)].length || '');
  }
  byId('no-messages').hidden = thread.length > 0;
  byId('no-messages').textContent = emptyWords(number);
}

/** @param {string} number */
function emptyWords(number) {
  if (number === '') return 'No number is known for this person. Push an update with one to see its messages here.';
  return app === 'sms'
    ? 'No text yet. Tick SMS and push an update.'
    : 'No WhatsApp message yet. It needs WhatsApp ticked, consent, an order number and a status.';
}

/** @param {{ at: string, message?: Received, answer?: OwnReply }} entry */
function keyOf({ at, message, answer }) {
  return message === undefined ? 'own ' + at + (answer?.text ?? '') : (message.id ?? at + message.text);
}

/** @param {{ at: string, message?: Received, answer?: OwnReply }} entry */
function bubble({ at, message, answer }) {
  const text = message?.text ?? answer?.text ?? '';
  const time = timeMark(at);
  if (message === undefined) return make('li', { class: 'own' }, make('p', {}, text), time);
  const link = webAddress(message.link);
  const inbox = link === undefined || text.includes(link) ? [] : [linkTo(link, 'Open the inbox')];
  return make('li', {}, make('p', {}, ...withLinks(text), ...inbox), time, ...quoteButton(message));
}

/** Only a WhatsApp reply quotes the message that it is about. @param {Received} message */
function quoteButton(message) {
  if (app !== 'whatsapp' || message.id === undefined) return [];
  const button = make('button', { type: 'button', class: 'quiet' }, 'Quote');
  button.addEventListener('click', () => {
    quote(message);
    input.focus();
  });
  return [button];
}

/** @param {Received | undefined} message */
function quote(message) {
  quoted = message;
  byId('quoted').hidden = message === undefined;
  const words = byId('quoted').querySelector('span');
  if (words !== null) words.textContent = message?.text ?? '';
}

/** @param {string} text */
async function reply(text) {
  if (owner === undefined) return false;
  const { number } = owner;
  const wrote = app;
  const body = {
    from: owner.seenAs[app] ?? number,
    text,
    ...(wrote === 'sms' ? { to: received.sms[0]?.from } : { quotes: quoted?.id }),
  };
  // Read before the call, because an acknowledgement may be quick. Another page may have moved the clock.
  await readClock();
  const at = new Date(serviceNow()).toISOString();
  const answer = await send('POST', '/sim/' + wrote + '/inbound', body);
  byId('reply-fault').textContent = isDone(answer) ? '' : faultOf(answer);
  if (!isDone(answer)) return false;
  rememberReply({ channel: wrote, number, at, text });
  quote(undefined);
  announce('Sent: ' + text);
  showThread();
  screen.scrollTop = screen.scrollHeight;
  return true;
}
`;
