/** What this browser remembers of what it did: a carrier does not know what the person wrote. */
export const MEMORY = String.raw`
/** @import { Channel } from './api.js' */
/** @typedef {{ channel: Channel, number: string, at: string, text: string }} OwnReply */
/** @typedef {{ replies: OwnReply[] }} Memory */

const NAME = 'nudgeline-simulator';
const MAX_REPLIES = 200;
const memory = recall();
// Another tab has written: without that, what is written here next would undo it.
addEventListener('storage', ({ key }) => void (key === NAME && Object.assign(memory, recall())));

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
    const { replies = [] } = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return { replies: [...replies] };
  } catch {
    return { replies: [] };
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
