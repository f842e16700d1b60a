/** What people wrote from this browser. It is remembered here, because the simulator does not store it. */
export const MEMORY = String.raw`
/** @import { Channel } from './api.js' */
/** @typedef {{ channel: Channel, number: string, at: string, text: string }} OwnReply */
/** @typedef {{ replies: OwnReply[] }} Memory */

const NAME = 'nudgeline-simulator';
const MAX_REPLIES = 200;
const memory = recall();
// Another tab has written. Without a reload, the next write here would undo that.
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

/** The one spelling of an address. @param {string} email */
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
    // If the browser stores nothing, it is kept as long as the page is open.
  }
}
`;
