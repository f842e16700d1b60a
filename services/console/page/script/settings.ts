/** The form for the settings of a business that are changed most often. */
export const SETTINGS = String.raw`
/** @import { Business } from './api.js' */
import { isDone, send } from './api.js';
import { make } from './dom.js';
import { choice, field, input, makeForm, numberInput, numberOf, tick, valueOf } from './form.js';
import { MODES, PLANS } from './words.js';

/** @param {Business} business @param {(business: Business) => void} changed */
export function settingsCard(business, changed) {
  let stored = formOf(business);
  const form = makeForm({
    button: 'Save settings',
    fields: [make('div', { class: 'fields' }, ...fieldsOf(business))],
    async work(form) {
      const sent = new FormData(form);
      const changes = differences(settingsIn(form), settingsIn(stored));
      if (Object.keys(changes).length === 0) return 'Nothing was changed.';
      const answer = await send('PATCH', '/businesses/' + business.id, changes);
      if (!isDone(answer)) return answer;
      stored = formOf(answer.body);
      takeOver(form, stored, sent);
      changed(answer.body);
      return 'The settings are saved.';
    },
  });
  return make('section', { class: 'card stack', 'aria-labelledby': 'settings' }, make('h2', { id: 'settings' }, 'Settings'), form);
}

/** The settings in the form's notation, which can differ: a name may begin with blanks. @param {Business} business */
function formOf(business) {
  return make('form', {}, ...fieldsOf(business));
}

/**
 * Shows the stored settings, so that the next save does not undo what another operator changed. What was typed after
 * the button was pressed stays.
 * @param {HTMLFormElement} form @param {HTMLFormElement} stored @param {FormData} sent
 */
function takeOver(form, stored, sent) {
  const now = new FormData(form);
  for (const control of form.querySelectorAll('input, select')) {
    const shown = /** @type {HTMLInputElement} */ (control);
    if (now.get(shown.name) !== sent.get(shown.name)) continue;
    const { value, checked } = /** @type {HTMLInputElement} */ (stored.elements.namedItem(shown.name));
    shown.value = value;
    shown.checked = checked;
  }
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
    field('Emails a day to one person', numberInput('recipient_daily_emails', business.recipient_daily_emails)),
    field('Low balance below', numberInput('low_balance_threshold', business.low_balance_threshold)),
    field('Requests a second', numberInput('requests_per_second', business.requests_per_second)),
    field('Requests at once (burst)', numberInput('burst', business.burst)),
    field('Active', tick('active', business.active), 'Otherwise its keys open nothing.'),
    field('Sending paused', tick('sending_paused', business.sending_paused), 'Messages are accepted, but nudges are not sent.'),
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
    recipient_daily_emails: numberOf(form, 'recipient_daily_emails'),
    requests_per_second: numberOf(form, 'requests_per_second'),
    burst: numberOf(form, 'burst'),
    low_balance_threshold: numberOf(form, 'low_balance_threshold'),
    sms: { mode: valueOf(form, 'sms.mode'), allowed_countries: countries.filter((code) => code !== '') },
    whatsapp: { mode: valueOf(form, 'whatsapp.mode') },
  };
}

/** Only what was changed here, because another operator may have changed the rest (OPER-20).
 * @param {Record<string, any>} changes @param {Record<string, any>} stored @returns {Record<string, any>} */
function differences(changes, stored) {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => {
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
        const inner = differences(value, stored[name]);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return JSON.stringify(value) === JSON.stringify(stored[name]) ? [] : [[name, value]];
    }),
  );
}
`;
