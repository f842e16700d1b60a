/** The settings of a business that are changed most. */
export const SETTINGS = String.raw`
/** @import { Business } from './api.js' */
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { choice, field, input, makeForm, numberInput, numberOf, tick, valueOf } from './form.js';
import { MODES, PLANS } from './words.js';

/** @param {Business} business @param {(business: Business) => void} changed */
export function settingsCard(business, changed) {
  let stored = business;
  const form = makeForm({
    button: 'Save settings',
    fields: [make('div', { class: 'fields' }, ...fieldsOf(business))],
    async work(form) {
      const wish = differences(settingsIn(form), stored);
      if (Object.keys(wish).length === 0) return 'Nothing was changed.';
      const answer = await send('PATCH', '/businesses/' + stored.id, wish);
      if (!isDone(answer)) return answer;
      stored = answer.body;
      changed(stored);
      return 'The settings are saved.';
    },
  });
  return make('section', { class: 'card stack', 'aria-labelledby': 'settings' }, make('h2', { id: 'settings' }, 'Settings'), form);
}

/** @param {Business} business */
function fieldsOf(business) {
  const { sms, whatsapp } = business;
  return [
    field('Name', input('name', { value: business.name, dir: 'auto' })),
    field('Plan', choice('plan', PLANS, business.plan)),
    field('SMS', choice('sms.mode', MODES, sms.mode)),
    field('WhatsApp', choice('whatsapp.mode', MODES, whatsapp.mode)),
    field(
      'Allowed countries',
      input('sms.allowed_countries', { value: sms.allowed_countries.join(', '), placeholder: 'All' }),
      'For SMS and WhatsApp: DE, AT. Empty: all.',
    ),
    field('Emails a day', numberInput('email_daily_cap', business.email_daily_cap)),
    field('Low balance below', numberInput('low_balance_threshold', business.low_balance_threshold)),
    field('Requests a second', numberInput('requests_per_second', business.requests_per_second)),
    field('Requests at once (burst)', numberInput('burst', business.burst)),
    field('Active', tick('active', business.active), 'Otherwise its keys open nothing.'),
    field('Sending paused', tick('sending_paused', business.sending_paused), 'Messages are taken, nudges are not sent.'),
  ];
}

/** @param {HTMLFormElement} form @returns {Record<string, any>} */
function settingsIn(form) {
  const given = new FormData(form);
  const countries = valueOf(form, 'sms.allowed_countries').toUpperCase().split(/[\s,;]+/);
  return {
    name: valueOf(form, 'name'),
    active: given.has('active'),
    sending_paused: given.has('sending_paused'),
    plan: valueOf(form, 'plan'),
    email_daily_cap: numberOf(form, 'email_daily_cap'),
    requests_per_second: numberOf(form, 'requests_per_second'),
    burst: numberOf(form, 'burst'),
    low_balance_threshold: numberOf(form, 'low_balance_threshold'),
    sms: { mode: valueOf(form, 'sms.mode'), allowed_countries: countries.filter((code) => code !== '') },
    whatsapp: { mode: valueOf(form, 'whatsapp.mode') },
  };
}

/** Only what was changed here: another operator may have changed the rest meanwhile.
 * @param {Record<string, any>} wish @param {Record<string, any>} stored @returns {Record<string, any>} */
function differences(wish, stored) {
  return Object.fromEntries(
    Object.entries(wish).flatMap(([name, value]) => {
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
        const inner = differences(value, stored[name]);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return JSON.stringify(value) === JSON.stringify(trimmed(stored[name])) ? [] : [[name, value]];
    }),
  );
}

/** A name may begin or end with blanks, which no field gives back. @param {unknown} value */
function trimmed(value) {
  return typeof value === 'string' ? value.trim() : value;
}
`;
