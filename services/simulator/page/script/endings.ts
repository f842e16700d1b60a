/** The outcomes of submissions in words, and the form that sets the outcome for an address. */
export const ENDINGS = String.raw`
/** @import { Channel } from './api.js' */
import { faultOf, isDone, outcomeFor, send } from './api.js';
import { make } from './dom.js';

/** @type {Record<string, { done: string, next: string, channels: string }>} */
const ENDINGS = {
  deliver: { done: 'Delivered', next: 'is delivered', channels: 'email sms whatsapp' },
  read: { done: 'Read', next: 'is delivered and read', channels: 'whatsapp' },
  accept_only: { done: 'Accepted, no report', next: 'is accepted, then silence', channels: 'email sms whatsapp' },
  bounce: { done: 'Bounced', next: 'bounces for good', channels: 'email' },
  soft_bounce: { done: 'Bounced for now', next: 'bounces for now', channels: 'email' },
  complain: { done: 'Marked as spam', next: 'is marked as spam', channels: 'email' },
  fail_later: { done: 'Failed later', next: 'is accepted, then fails', channels: 'sms whatsapp' },
  not_on_whatsapp: { done: 'Not on WhatsApp', next: 'finds no WhatsApp there', channels: 'whatsapp' },
  refuse: { done: 'Refused', next: 'is refused', channels: 'email sms whatsapp' },
  throttle: { done: 'Throttled', next: 'is throttled', channels: 'email sms whatsapp' },
  no_answer: { done: 'No answer', next: 'gets no answer', channels: 'email sms whatsapp' },
  unreachable: { done: 'No connection', next: 'finds no connection', channels: 'email sms whatsapp' },
};
const GOOD = new Set(['deliver', 'read', 'accept_only']);

/** @type {Record<Channel, string>} */
export const CHANNEL_NAMES = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' };

/** A badge for the outcome of a submission. @param {string} outcome */
export function endingBadge(outcome) {
  const words = ENDINGS[outcome]?.done ?? outcome.replaceAll('_', ' ');
  return make('span', { class: GOOD.has(outcome) ? 'badge' : 'badge bad' }, words);
}

/** @param {Channel} channel */
export function endingOptions(channel) {
  return Object.entries(ENDINGS)
    .filter(([, { channels }]) => channels.split(' ').includes(channel))
    .map(([value, { next }]) => make('option', { value }, next));
}

/** @param {Channel} channel @param {string} address @param {string} outcome */
export function setEnding(channel, address, outcome) {
  return send('PUT', '/sim/behaviour', { channel, address, outcome });
}

/** @param {Channel} channel @param {string} address */
export function endingForm(channel, address) {
  const select = make('select', { name: 'outcome' }, ...endingOptions(channel));
  void showSet(select, channel, address);
  const said = make('p', { class: 'hint', role: 'status' });
  const label = 'Next ' + (channel === 'email' ? 'email' : CHANNEL_NAMES[channel]);
  const form = make('form', { class: 'ending' }, make('label', {}, label, select), make('button', {}, 'Set'), said);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // Read before the call, because another outcome may be chosen before the answer.
    const words = select.selectedOptions[0]?.textContent ?? '';
    const answer = await setEnding(channel, address, select.value);
    said.textContent = isDone(answer) ? 'Set: it ' + words + ', until you set another.' : faultOf(answer);
  });
  return form;
}

/** Shows the outcome that is set, unless another one was chosen since. @param {HTMLSelectElement} select @param {Channel} channel @param {string} address */
async function showSet(select, channel, address) {
  let isChosen = false;
  select.addEventListener('change', () => (isChosen = true), { once: true });
  const outcome = await outcomeFor(channel, address);
  if (!isChosen) select.value = outcome;
}
`;
