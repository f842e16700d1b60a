/** The reviews of the WhatsApp templates. */
export const TEMPLATES = String.raw`
/** @import { Template } from './api.js' */
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { choice, field, makeForm, valueOf } from './form.js';
import { fill } from './states.js';
import { badge, ORDER_STATUSES, REVIEWS, wordFor } from './words.js';

const PATH = '/whatsapp-templates';

/** @type {Record<string, 'good' | 'warn' | 'bad'>} */
const KINDS = { approved: 'good', in_review: 'warn', rejected: 'bad' };

/** @param {HTMLElement} view */
export function showTemplates(view) {
  const list = make('section', { class: 'card stack', 'aria-label': 'Templates' });
  const show = () => fill(list, PATH, ({ items }) => [make('ul', { class: 'rows' }, ...items.map(row))]);
  view.replaceChildren(
    make('h1', { tabindex: '-1' }, 'WhatsApp templates'),
    make(
      'section',
      { class: 'card stack', 'aria-label': 'Review of a template' },
      make(
        'p',
        { class: 'hint' },
        'Record here how the review at Meta ended. Only an approved template is sent. If it is rejected, the text that was requested as a fallback goes at once.',
      ),
      reviewForm(show),
    ),
    list,
  );
  void show();
}

/** @param {() => Promise<void>} onSet */
function reviewForm(onSet) {
  return makeForm({
    kind: 'line',
    button: 'Set',
    fields: [
      field('Order status', choice('order_status', ORDER_STATUSES)),
      field('Review', choice('review', REVIEWS)),
    ],
    async work(form) {
      const status = valueOf(form, 'order_status');
      const review = valueOf(form, 'review');
      const answer = await send('PUT', PATH + '/' + status, { review });
      if (!isDone(answer)) return answer;
      await onSet();
      return '“' + wordFor(ORDER_STATUSES, status) + '” is now ' + wordFor(REVIEWS, review).toLowerCase() + '.';
    },
  });
}

/** @param {Template} template */
function row({ order_status, review }) {
  return make(
    'li',
    {},
    make('div', {}, make('h3', {}, wordFor(ORDER_STATUSES, order_status)), make('small', {}, 'order_' + order_status)),
    badge(wordFor(REVIEWS, review), KINDS[review]),
  );
}
`;
