/** Every text on the page is added here, as text and never as HTML. */
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
 * @param {Record<string, string | boolean>} [attributes] With true, the attribute has no value.
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
 * Updates a list to match its items. An item that is shown already keeps its element. So an email keeps its place and
 * stays unfolded, and a reader keeps the focus, while other items arrive.
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

/** Animates an item once: without that, a part that is hidden and shown again would arrive anew each time.
 * @param {HTMLElement} element
 * @param {string} key */
function arriving(element, key) {
  element.setAttribute('data-key', key);
  element.classList.add('arriving');
  element.addEventListener('animationend', () => element.classList.remove('arriving'), { once: true });
  return element;
}

/** Undefined for a text that is not a web address: a "javascript:" link would run in this page.
 * @param {string | null | undefined} text */
export function webAddress(text) {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** @param {string} href @param {string} words @param {string} [className] */
export function linkTo(href, words, className = '') {
  return make('a', { href, class: className, target: '_blank', rel: 'noopener noreferrer' }, words);
}

/** A text as a phone shows it, with links that can be tapped. @param {string} text */
export function withLinks(text) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, index) => {
    const address = index % 2 === 1 ? webAddress(part) : undefined;
    return address === undefined ? part : linkTo(address, part);
  });
}

/** Announces a change to screen readers. @param {string} words */
export function announce(words) {
  byId('announcer').textContent = words;
}
`;
