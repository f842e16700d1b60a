/** How the review of the WhatsApp templates stands. */
export const TEMPLATES = String.raw`
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { choice, field, makeForm, valueOf } from './form.js';
import { ORDER_STATUSES, REVIEWS, wordFor } from './words.js';

/** @param {HTMLElement} view */
export function showTemplates(view) {
  view.replaceChildren(
    make('h1', { tabindex: '-1' }, 'WhatsApp templates'),
    make(
      'section',
      { class: 'card stack', 'aria-label': 'Review of a template' },
      make(
        'p',
        { class: 'hint' },
        'Say here what the review at Meta came to. Only an approved template is sent; the text that was asked for instead goes at once where it is rejected.',
      ),
      makeForm({
        kind: 'line',
        button: 'Set',
        fields: [
          field('Order status', choice('order_status', ORDER_STATUSES)),
          field('Review', choice('review', REVIEWS)),
        ],
        async work(form) {
          const status = valueOf(form, 'order_status');
          const review = valueOf(form, 'review');
          const answer = await send('PUT', '/whatsapp-templates/' + status, { review });
          return isDone(answer) ? '“' + wordFor(ORDER_STATUSES, status) + '” is now ' + wordFor(REVIEWS, review).toLowerCase() + '.' : answer;
        },
      }),
    ),
  );
}
`;
