/** Shows the part of the console that the address names, so that reload, bookmark and back button work. */
export const MAIN = String.raw`
import { showBusiness } from './business.js';
import { showBusinesses } from './businesses.js';
import { showDeadLetters } from './dead-letters.js';
import { byId } from './dom.js';
import { showTemplates } from './templates.js';

const view = byId('view');
const skip = document.querySelector('.skip');

show();
addEventListener('hashchange', () => {
  // The link that skips to the content does not lead to another part.
  if (location.hash === '#view') return;
  show();
  scrollTo({ top: 0 });
  (view.querySelector('h1') ?? view).focus({ preventScroll: true });
});
// Its address would replace that of the part that is shown.
skip?.addEventListener('click', (event) => {
  event.preventDefault();
  view.focus();
});

function show() {
  const [, part = '', id = ''] = location.hash.split('/');
  if (part === 'dead-letters') showDeadLetters(view);
  else if (part === 'templates') showTemplates(view);
  else if (id !== '') showBusiness(view, id);
  else showBusinesses(view);
  document.title = (view.querySelector('h1')?.textContent ?? 'Business') + ' – Nudgeline console';
  const current = '#/' + (part === 'dead-letters' || part === 'templates' ? part : 'businesses');
  for (const link of document.querySelectorAll('.top nav a')) {
    if (link.getAttribute('href') === current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
`;
