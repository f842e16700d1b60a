/** The form that makes another key for a business. */
export const KEYS = String.raw`
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { field, input, makeForm, valueOf } from './form.js';
import { secretCard } from './secret.js';

/** @param {string} businessId */
export function keyCard(businessId) {
  const made = make('div', {});
  const form = makeForm({
    kind: 'line',
    button: 'Make a key',
    quiet: true,
    fields: [field('Name of the key (optional)', input('name'))],
    async work(form) {
      const answer = await send('POST', '/businesses/' + businessId + '/keys', { name: valueOf(form, 'name') || null });
      if (!isDone(answer)) return answer;
      form.reset();
      const done = () => form.querySelector('input')?.focus();
      made.replaceChildren(secretCard('New key: ' + answer.body.name, answer.body.key, done));
      return;
    },
  });
  return make(
    'section',
    { class: 'card stack', 'aria-labelledby': 'keys' },
    make('h2', { id: 'keys' }, 'New dashboard key'),
    make('p', { class: 'hint' }, 'A key with every scope, for a business that lost its own.'),
    form,
    made,
  );
}
`;
