/**
 * The script of the page. It counts what was really seen (INBOX-8) and shows times in the reader's time zone. The
 * message of the link counts after a second in view: a mail scanner that renders the page for a picture has usually
 * closed it by then, and a false "opened" would silence an escalation. An unfolded message counts at once.
 */
export const SCRIPT = `'use strict';
const counted = new Set();

async function count(id, attempt = 0) {
  if (counted.has(id)) return;
  counted.add(id);
  try {
    const answer = await fetch(location.pathname + '/opened', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message_id: id }),
      keepalive: true,
    });
    if (answer.status < 500 && answer.status !== 429) return;
  } catch {}
  counted.delete(id);
  if (attempt < 4) setTimeout(count, 1000 * 3 ** attempt, id, attempt + 1);
}

const first = document.getElementById('unfolded');
if (first !== null) {
  let inView = false;
  let timer;
  const look = () => {
    clearTimeout(timer);
    if (inView && document.visibilityState === 'visible') timer = setTimeout(count, 1000, first.dataset.id);
  };
  new IntersectionObserver((changes) => {
    inView = changes.at(-1).isIntersecting;
    look();
  }).observe(first.querySelector('.text'));
  document.addEventListener('visibilitychange', look);

  if (scrollY === 0 && first.getBoundingClientRect().top > innerHeight / 2) first.scrollIntoView();
}

for (const message of document.querySelectorAll('details[data-id]')) {
  message.addEventListener('toggle', () => {
    if (message.open && message !== first) count(message.dataset.id);
  });
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time')) time.textContent = local.format(new Date(time.dateTime));
`;
