/** The time of the product, which the page shows everywhere. The browser's clock only advances it. */
export const CLOCK = String.raw`
import { faultOf, isDone, send, serviceTime } from './api.js';
import { announce, byId, formById, make } from './dom.js';

const MINUTE = 60_000;
const UNITS = [
  ['day', 1440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];
const full = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

let aheadMs = 0;
let known = false;
let today = '';
let asked = 0;
let answered = 0;

export function serviceNow() {
  return Date.now() + aheadMs;
}

/** Only the time of day if it is today. @param {string} at */
export function shortTime(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return '';
  return day.format(moment) === day.format(serviceNow()) ? hours.format(moment) : day.format(moment) + ', ' + hours.format(moment);
}

/** @param {string} at */
export function timeMark(at) {
  return make('time', { datetime: at, class: 'moment' }, shortTime(at));
}

export function startClock() {
  setInterval(tick, 1000);
  // Another page may move the clock.
  setInterval(() => void readClock(), 15_000);
  document.addEventListener('visibilitychange', () => void readClock());
  for (const button of document.querySelectorAll('[data-seconds]')) {
    button.addEventListener('click', () => void move(Number(button.getAttribute('data-seconds'))));
  }
  const custom = formById('custom-move');
  custom.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = new FormData(custom);
    custom.hidePopover();
    void move(Number(given.get('amount')) * Number(given.get('unit')));
  });
}

export async function readClock() {
  asked += 1;
  const question = asked;
  try {
    const askedAt = Date.now();
    const now = await serviceTime();
    // The clock may have been moved since, so the answer of a later call counts.
    if (question < answered) return;
    answered = question;
    // Taken as the time in the middle of the call, which is wrong by at most half of its duration.
    aheadMs = now - (askedAt + Date.now()) / 2;
    known = true;
  } catch {
    // The displayed time goes on. Other parts of the page show that the simulator is down.
  }
  tick();
}

/** @param {number} seconds */
async function move(seconds) {
  const answer = await send('POST', '/sim/clock', { advance_seconds: seconds });
  await readClock();
  // Its role makes screen readers announce it.
  byId('clock-fault').textContent = isDone(answer) ? '' : faultOf(answer);
  if (isDone(answer)) announce('The clock moved ' + inWords(seconds * 1000) + ' ahead.');
}

function tick() {
  if (!known) return;
  const now = new Date(serviceNow());
  const shown = byId('now');
  shown.textContent = full.format(now);
  shown.setAttribute('datetime', now.toISOString());
  byId('phone-time').textContent = hours.format(now);
  byId('ahead').textContent = aheadMs < MINUTE ? '' : inWords(aheadMs) + ' ahead of real time';
  if (today !== day.format(now)) markAgain(day.format(now));
}

/** On a new day, times shown without a date belong to the day before. @param {string} newDay */
function markAgain(newDay) {
  today = newDay;
  for (const mark of document.querySelectorAll('time.moment')) {
    mark.textContent = shortTime(mark.getAttribute('datetime') ?? '');
  }
}

/** In its two largest units. @param {number} ms */
function inWords(ms) {
  let left = Math.round(ms / MINUTE) * MINUTE;
  const parts = UNITS.flatMap(([name, length]) => {
    const count = Math.floor(left / Number(length));
    left -= count * Number(length);
    return count === 0 ? [] : [count + ' ' + name + (count === 1 ? '' : 's')];
  });
  return parts.slice(0, 2).join(' ');
}
`;
