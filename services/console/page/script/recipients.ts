/** The form for a recipient who asked the operator to stop messages. */
export const RECIPIENTS = String.raw`
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { choice, field, input, makeForm, valueOf } from './form.js';
import { confirmed } from './states.js';

const STOPS = { sms: 'Stop texts', whatsapp: 'Stop WhatsApp', all: 'Unsubscribe from everything' };

/** @type {Record<string, string>} */
const CONSEQUENCES = {
  sms: 'gets no more texts from this business. No text of theirs can lift it.',
  whatsapp: 'gets no more WhatsApp messages from this business. No message of theirs can lift it.',
  all: 'gets nothing more from this business, on any channel.',
};

/** @param {string} businessId */
export function recipientCard(businessId) {
  const form = makeForm({
    button: 'Stop …',
    quiet: true,
    fields: [
      field('Email address of the recipient', input('email', { type: 'email', inputmode: 'email', spellcheck: 'false' })),
      field('What to stop', choice('stop', STOPS)),
    ],
    async work(form) {
      const email = valueOf(form, 'email');
      const stop = valueOf(form, 'stop');
      if (email === '') return missing();
      const words = STOPS[/** @type {keyof typeof STOPS} */ (stop)];
      if (!(await confirmed(words + '?', email + ' ' + CONSEQUENCES[stop], words))) return;
      const path = '/businesses/' + businessId + '/recipients/' + encodeURIComponent(email);
      const answer = await (stop === 'all' ? send('POST', path + '/unsubscribe') : send('POST', path + '/stop', { channel: stop }));
      return isDone(answer) ? 'Done: ' + email + ' ' + CONSEQUENCES[stop] : answer;
    },
  });
  return make(
    'section',
    { class: 'card stack', 'aria-labelledby': 'recipients' },
    make('h2', { id: 'recipients' }, 'Stop for a recipient'),
    form,
  );
}

/** The refusal that the API would send. It cannot be called, because its path needs the address. */
function missing() {
  return {
    status: 422,
    body: { error_code: 'common.validation_failed', detail: [{ loc: ['path', 'email'], msg: 'An address is needed' }] },
  };
}
`;
