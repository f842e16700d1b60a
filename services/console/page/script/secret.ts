/** A key that is shown once. */
export const SECRET = String.raw`
import { announce, make } from './dom.js';

/** @param {string} title @param {string} secret @param {() => void} done Moves the focus, which disappears with the card. */
export function secretCard(title, secret, done) {
  const code = make('code', {}, secret);
  const heading = make('h3', { tabindex: '-1' }, title);
  const hide = make('button', { type: 'button' }, 'I have stored it');
  const card = make(
    'div',
    { class: 'secret', role: 'group', 'aria-label': title },
    heading,
    make('p', {}, 'It is shown only this once. Store it where the business can find it.'),
    code,
    make('div', { class: 'buttons' }, ...copyButton(secret), hide),
  );
  // In a microtask, because the card is not in the page yet.
  queueMicrotask(() => heading.focus());
  hide.addEventListener('click', () => {
    card.remove();
    done();
  });
  return card;
}

/** No button if the browser does not let the page use the clipboard, as without HTTPS. @param {string} secret */
function copyButton(secret) {
  if (!window.isSecureContext) return [];
  const copy = make('button', { type: 'button', class: 'main' }, 'Copy');
  copy.addEventListener('click', async () => {
    const words = await navigator.clipboard.writeText(secret).then(
      () => 'Copied',
      () => 'Not copied: select it by hand',
    );
    copy.textContent = words;
    announce(words);
  });
  return [copy];
}
`;
