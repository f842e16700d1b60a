/** A key that is shown once. */
export const SECRET = String.raw`
import { announce, make } from './dom.js';

/** @param {string} title @param {string} secret @param {() => void} done Gives the focus back, which goes with the card. */
export function secretCard(title, secret, done) {
  const code = make('code', {}, secret);
  const heading = make('h3', { tabindex: '-1' }, title);
  const hide = make('button', { type: 'button' }, 'I have stored it');
  const card = make(
    'div',
    { class: 'secret', role: 'group', 'aria-label': title },
    heading,
    make('p', {}, 'It is shown this once. Store it where the business can find it.'),
    code,
    make('div', { class: 'buttons' }, ...copyButton(secret), hide),
  );
  // It is put into the page first.
  queueMicrotask(() => heading.focus());
  hide.addEventListener('click', () => {
    card.remove();
    done();
  });
  return card;
}

/** None where the browser lets no page write to the clipboard, as without HTTPS. @param {string} secret */
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
