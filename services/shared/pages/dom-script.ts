/** All text on the page comes through here, as text. */
export const DOM = String.raw`
/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error('the page has no ' + id);
  return element;
}

/** @param {string} id */
export function formById(id) {
  return /** @type {HTMLFormElement} */ (byId(id));
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean>} [attributes] With true for one that is just there.
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/**
 * Brings a list in step with its items. What is there already stays the same element: an email keeps its place and
 * stays unfolded, and whoever is reading keeps the focus, while others arrive.
 * @template Item
 * @param {HTMLElement} list
 * @param {Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} create
 */
export function showItems(list, items, keyOf, create) {
  const shown = new Map(Array.from(list.children, (child) => [child.getAttribute('data-key'), child]));
  const wanted = items.map((item) => {
    const key = keyOf(item);
    return shown.get(key) ?? arriving(create(item), key);
  });
  const kept = new Set(wanted);
  for (const child of shown.values()) if (!kept.has(child)) child.remove();
  wanted.forEach((element, index) => {
    const there = list.children[index];
    if (there !== element) list.insertBefore(element, there ?? null);
  });
}

/** Once: a part that is hidden and shown again would arrive anew each time. @param {HTMLElement} element @param {string} key */
function arriving(element, key) {
  element.setAttribute('data-key', key);
  element.classList.add('arriving');
  element.addEventListener('animationend', () => element.classList.remove('arriving'), { once: true });
  return element;
}

/** Undefined for anything that is no web address: a link of "javascript:" would run in this page.
 * @param {string | null | undefined} text */
export function webAddress(text) {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** @param {string} href @param {string} words @param {string} [className] */
export function linkTo(href, words, className = '') {
  return make('a', { href, class: className, target: '_blank', rel: 'noopener noreferrer' }, words);
}

/** A text as a phone shows it, its addresses to be tapped. @param {string} text */
export function withLinks(text) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, index) => {
    const address = index % 2 === 1 ? webAddress(part) : undefined;
    return address === undefined ? part : linkTo(address, part);
  });
}

/** For those who do not see the page change. @param {string} words */
export function announce(words) {
  byId('announcer').textContent = words;
}
`;
