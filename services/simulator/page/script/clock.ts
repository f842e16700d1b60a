/** The service's time, as the page shows it everywhere; the browser's own clock only drives it on. */
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

/** The hour alone for today. @param {string} at */
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
  // Somebody else may move it.
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
    // The clock may have been moved since: whoever asked later knows better.
    if (question < answered) return;
    answered = question;
    // As of the middle of the call, which is off by half of what it took at most.
    aheadMs = now - (askedAt + Date.now()) / 2;
    known = true;
  } catch {
    // It goes on as it was; that the simulator is away is said elsewhere.
  }
  tick();
}

/** @param {number} seconds */
async function move(seconds) {
  const answer = await send('POST', '/sim/clock', { advance_seconds: seconds });
  await readClock();
  // Told aloud by its role.
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

/** Another day: what was marked by its hour alone is now of the day before. @param {string} newDay */
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
