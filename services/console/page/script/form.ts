/** Forms and their fields, with the faults that the API finds in them. */
export const FORM = String.raw`
/** @import { Answer, Fault } from './api.js' */
import { announce, make } from './dom.js';
import { faultInWords, refusalOf } from './words.js';

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

let made = 0;

/** @param {string} label @param {Control} control @param {string} [hint] */
export function field(label, control, hint = '') {
  made += 1;
  control.id = 'field-' + made;
  const words = make('label', { for: control.id }, label);
  const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
  const holder = make('div', { class: isTick ? 'field check' : 'field' }, ...(isTick ? [control, words] : [words, control]));
  if (hint !== '') {
    const said = make('p', { class: 'hint', id: control.id + '-hint' }, hint);
    control.setAttribute('aria-describedby', said.id);
    holder.append(said);
  }
  return holder;
}

/** @param {string} name @param {Record<string, string | boolean>} [attributes] */
export function input(name, attributes = {}) {
  return make('input', { name, autocomplete: 'off', ...attributes });
}

/** @param {string} name @param {number} value */
export function numberInput(name, value) {
  return input(name, { inputmode: 'numeric', value: String(value) });
}

/** @param {string} name @param {boolean} checked */
export function tick(name, checked) {
  return input(name, { type: 'checkbox', checked });
}

/** @param {string} name @param {Record<string, string>} words @param {string} [chosen] */
export function choice(name, words, chosen) {
  const options = Object.entries(words).map(([value, label]) =>
    make('option', { value, selected: value === chosen }, label),
  );
  return make('select', { name }, ...options);
}

/**
 * A form. Its work returns the words to show, or the refusal of the API.
 * @param {{ fields: Node[], button: string, kind?: 'stack' | 'line', quiet?: boolean, beside?: Node[],
 *   work: (form: HTMLFormElement) => Promise<string | Answer | undefined> }} parts
 */
export function makeForm({ fields, button, kind = 'stack', quiet = false, beside = [], work }) {
  const press = make('button', quiet ? {} : { class: 'main' }, button);
  const said = make('p', { class: 'said' });
  const buttons = make('div', { class: 'buttons' }, press, ...beside);
  const form = make('form', { class: kind, novalidate: true }, ...fields, buttons, said);
  form.addEventListener('input', ({ target }) => clearFault(/** @type {HTMLElement} */ (target)));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A disabled button would lose the focus.
    if (press.ariaBusy === 'true') return;
    press.ariaBusy = 'true';
    for (const faulty of form.querySelectorAll('[aria-invalid]')) clearFault(/** @type {HTMLElement} */ (faulty));
    say(said, '');
    const outcome = await work(form).finally(() => (press.ariaBusy = 'false'));
    if (outcome === undefined) return;
    if (typeof outcome === 'string') say(said, outcome);
    else showRefusal(form, said, outcome);
  });
  return form;
}

/** A button that does its work at once and shows the outcome next to itself.
 * @param {string} words @param {() => Promise<string | Answer | undefined>} work @param {string} [name] For screen readers. */
export function makeButton(words, work, name) {
  const press = make('button', { type: 'button', ...(name === undefined ? {} : { 'aria-label': name }) }, words);
  const said = make('p', { class: 'said' });
  press.addEventListener('click', async () => {
    if (press.ariaBusy === 'true') return;
    press.ariaBusy = 'true';
    say(said, '');
    const outcome = await work().finally(() => (press.ariaBusy = 'false'));
    if (outcome !== undefined) say(said, outcome);
  });
  return { press, said };
}

/** @param {HTMLElement} said @param {string | Answer} outcome */
function say(said, outcome) {
  const words = typeof outcome === 'string' ? outcome : refusalOf(outcome);
  said.textContent = words;
  said.classList.toggle('bad', typeof outcome !== 'string');
  if (words !== '') announce(words);
}

/** Shows faults at their fields, and faults without a field below. The first field gets the focus, so it is read out.
 * @param {HTMLFormElement} form @param {HTMLElement} said @param {Answer} answer */
function showRefusal(form, said, answer) {
  /** @type {Fault[]} */
  const faults = Array.isArray(answer.body.detail) ? answer.body.detail : [];
  const homeless = faults.filter((fault) => !showFault(form, fault));
  const first = form.querySelector('[aria-invalid]');
  if (first instanceof HTMLElement) first.focus();
  if (faults.length === 0) say(said, answer);
  else if (homeless.length > 0) {
    said.textContent = homeless.map(({ msg }) => faultInWords(msg) + '.').join(' ');
    said.classList.add('bad');
    announce(said.textContent);
  }
}

/** A fault in an item of a list is shown at the field of the list. @param {HTMLFormElement} form @param {Fault} fault */
function showFault(form, { loc, msg }) {
  const name = loc.slice(1).filter((part) => typeof part === 'string').join('.');
  const control = form.elements.namedItem(name);
  const holder = control instanceof HTMLElement ? control.closest('.field') : null;
  if (!(control instanceof HTMLElement) || holder === null) return false;
  if (control.hasAttribute('aria-invalid')) return true;
  const said = make('p', { class: 'fault', id: control.id + '-fault' }, faultInWords(msg));
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', [control.getAttribute('aria-describedby') ?? '', said.id].join(' ').trim());
  holder.append(said);
  return true;
}

/** @param {HTMLElement} control */
function clearFault(control) {
  const holder = control.closest('.field');
  holder?.querySelector('.fault')?.remove();
  control.removeAttribute('aria-invalid');
  const hint = holder?.querySelector('.hint');
  if (hint) control.setAttribute('aria-describedby', hint.id);
  else control.removeAttribute('aria-describedby');
}

/** @param {HTMLFormElement} form @param {string} name */
export function valueOf(form, name) {
  return String(new FormData(form).get(name) ?? '').trim();
}

/** Null if it is not a number, so that the API reports the fault. @param {HTMLFormElement} form @param {string} name */
export function numberOf(form, name) {
  const text = valueOf(form, name);
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
}
`;
