/** What this browser remembers of what it did; a carrier knows neither whose number it is nor what the person wrote. */
export const MEMORY = String.raw`
/** @import { Channel } from './api.js' */
/** @typedef {{ channel: Channel, number: string, at: string, text: string }} OwnReply */
/** @typedef {{ numbers: Record<string, string>, replies: OwnReply[] }} Memory */

const NAME = 'nudgeline-simulator';
const MAX_REPLIES = 200;
const memory = recall();
// Another tab has written: without that, what is written here next would undo it.
addEventListener('storage', ({ key }) => void (key === NAME && Object.assign(memory, recall())));

/** The number that was sent together with an address. @param {string} email */
export function numberOf(email) {
  return memory.numbers[email] ?? '';
}

/** @param {string} email @param {string} number */
export function rememberNumber(email, number) {
  memory.numbers[email] = number;
  keep();
}

/** Oldest first. @param {Channel} channel @param {string} number */
export function repliesFrom(channel, number) {
  return memory.replies.filter((reply) => reply.channel === channel && reply.number === number);
}

/** @param {OwnReply} reply */
export function rememberReply(reply) {
  memory.replies = [...memory.replies, reply].slice(-MAX_REPLIES);
  keep();
}

/** One spelling for each address, whatever was typed. @param {string} email */
export function sameEmail(email) {
  return email.trim().toLowerCase();
}

/** @param {string} number */
export function sameNumber(number) {
  return '+' + number.replace(/\D/g, '');
}

/** @returns {Memory} */
function recall() {
  try {
    const { numbers = {}, replies = [] } = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return { numbers: { ...numbers }, replies: [...replies] };
  } catch {
    return { numbers: {}, replies: [] };
  }
}

function keep() {
  try {
    localStorage.setItem(NAME, JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing: then it is forgotten with the page.
  }
}
`;
