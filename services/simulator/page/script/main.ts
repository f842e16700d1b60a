/** Connects the parts of the page: the person shown, what arrived for that person, and what is new. */
export const MAIN = String.raw`
/** @import { Channel, Submission } from './api.js' */
/** @import { Person } from './people.js' */
import { CHANNELS, holders, receivedBy, submissions } from './api.js';
import { readClock, serviceNow, startClock, timeMark } from './clock.js';
import { startCompose } from './compose.js';
import { announce, byId, make, showItems } from './dom.js';
import { CHANNEL_NAMES, endingBadge } from './endings.js';
import { follow, lookAgain } from './live.js';
import { sameEmail, sameNumber } from './memory.js';
import { gatherPeople, showPeople } from './people.js';
import { offerApp, showPhone, startPhone } from './phone.js';
import { showMailbox } from './mailbox.js';

const SUBMISSIONS_SHOWN = 20;
/** The page also polls, because later reports about a message are not published as changes. */
const LOOK_MS = 5000;
/** @type {Submission[]} */
let submitted = [];
/** @type {Person[]} */
let people = [];
let selected = '';
/** @type {Map<string, string>} */
const pushed = new Map();
/** @type {Map<string, number>} */
const unread = new Map();
const fresh = { mail: 0, phone: 0 };
const look = lookAgain(lookAtEverything);

startClock();
startPhone();
startCompose((email) => {
  pushed.set(email, new Date(serviceNow()).toISOString());
  choose(email);
});
byId('find').addEventListener('input', showPeopleAgain);
for (const button of document.querySelectorAll('.views button')) {
  button.addEventListener('click', () => openView(button.getAttribute('data-view') ?? 'push'));
}
follow(() => {
  void readClock();
  void look();
}, (change) => {
  // A refused submission is shown below, but it is not news for any person.
  if (change.arrived) arrived(change);
  void look();
});
void look();
setInterval(() => document.hidden || void look(), LOOK_MS);

async function lookAtEverything() {
  const [items, held] = await Promise.all([submissions(), holders()]);
  submitted = items;
  people = gatherPeople(submitted, pushed, held);
  const named = people.find(({ key }) => '#' + encodeURIComponent(key) === location.hash) ?? people[0];
  if (!people.some(({ key }) => key === selected)) selected = named?.key ?? '';
  // The person shown has no unread messages, even if the page chose that person.
  unread.delete(selected);
  byId('nobody').hidden = people.length > 0;
  byId('somebody').hidden = people.length === 0;
  showPeopleAgain();
  const person = people.find(({ key }) => key === selected);
  if (person !== undefined) await showPerson(person);
}

/** @param {Person} person */
async function showPerson(person) {
  const lists = await Promise.all(
    CHANNELS.map((channel) => {
      const to = person.seenAs[channel];
      return to === undefined ? [] : receivedBy(channel, to);
    }),
  );
  // Another person may have been chosen during the call.
  if (person.key !== selected) return;
  const [emails = [], sms = [], whatsapp = []] = lists;
  showMailbox(person, emails);
  showPhone(person, { sms, whatsapp });
  showSubmissions(person);
}

/** @param {string} key */
function choose(key) {
  selected = key;
  unread.delete(key);
  history.replaceState(null, '', '#' + encodeURIComponent(key));
  showPeopleAgain();
  void look();
}

function showPeopleAgain() {
  showPeople(people, selected, unread, choose);
}

/** @param {{ channel: Channel, to: string }} change */
function arrived({ channel, to }) {
  const address = channel === 'email' ? sameEmail(to) : sameNumber(to);
  const theirs = people.filter(({ email, number }) => address === email || address === number);
  // If two people share a number, it is the phone of the one who is shown.
  const { key } = theirs.find(({ key }) => key === selected) ?? theirs[0] ?? { key: address };
  if (key !== selected) unread.set(key, (unread.get(key) ?? 0) + 1);
  else if (channel !== 'email') offerApp(channel);
  countFresh(channel === 'email' ? 'mail' : 'phone');
  announce('New ' + CHANNEL_NAMES[channel] + ' for ' + address);
}

/** On a small screen one part is shown at a time. @param {string} view */
function openView(view) {
  document.body.setAttribute('data-view', view);
  for (const button of document.querySelectorAll('.views button')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === view));
  }
  if (view === 'mail' || view === 'phone') fresh[view] = 0;
  showFresh();
  scrollTo({ top: 0 });
}

/** @param {'mail' | 'phone'} view */
function countFresh(view) {
  if (document.body.getAttribute('data-view') !== view) fresh[view] += 1;
  showFresh();
}

function showFresh() {
  for (const count of document.querySelectorAll('[data-fresh]')) {
    const news = fresh[count.getAttribute('data-fresh') === 'mail' ? 'mail' : 'phone'];
    count.textContent = String(news || '');
  }
}

/** @param {Person} person */
function showSubmissions({ email, number }) {
  const own = submitted.filter(({ channel, to }) =>
    channel === 'email' ? sameEmail(to) === email : sameNumber(to) === number,
  );
  byId('no-submissions').hidden = own.length > 0;
  showItems(
    byId('submissions'),
    own.slice(0, SUBMISSIONS_SHOWN),
    ({ channel, id, at, outcome }) => [channel, id, at, outcome].join(' '),
    ({ channel, at, outcome }) =>
      make(
        'li',
        {},
        timeMark(at),
        make('span', {}, CHANNEL_NAMES[channel]),
        endingBadge(outcome),
      ),
  );
}
`;
