import { CLOCK } from './clock';
import { COMPOSE } from './compose';
import { DEVICES } from './devices';
import { icon } from './icons';

/**
 * The page before the script runs. All its elements are there, and the script fills and shows them. The text of a
 * parsed URL contains no character that could end an attribute, so it needs no escaping.
 */
export function shell(docsUrl: URL): string {
  return /* HTML */ `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>Nudgeline simulator</title>
        <link rel="icon" href="/page/icon.svg" />
        <link rel="stylesheet" href="/page/style.css" />
        <script type="module" src="/page/main.js"></script>
      </head>
      <body data-view="push">
        <a class="skip" href="#world">Skip to mailbox and phone</a>
        <header class="top">
          <h1>${icon('mark')} Nudgeline <span>simulator</span></h1>
          <p id="live" class="live" role="status" data-state="waiting">Connecting</p>
          ${CLOCK}
        </header>
        <noscript><p class="notice">This page needs its script. Please allow JavaScript.</p></noscript>
        <main>${COMPOSE.replace('{docs}', docsUrl.href)} ${DEVICES}</main>
        <nav class="views" aria-label="Parts of this page">
          <button type="button" data-view="push" aria-pressed="true">${icon('pen')} Push</button>
          <button type="button" data-view="mail" aria-pressed="false">
            ${icon('mail')} Mailbox <span class="count" data-fresh="mail"></span>
          </button>
          <button type="button" data-view="phone" aria-pressed="false">
            ${icon('phone')} Phone <span class="count" data-fresh="phone"></span>
          </button>
        </nav>
        <p id="announcer" class="unseen" aria-live="polite"></p>
      </body>
    </html> `;
}
