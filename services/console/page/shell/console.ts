import { html } from '../../../shared/http/markup';
import type { HttpReply } from '../../../shared/http/reply';
import { pageReply } from './document';
import { MARK } from './mark';

/** The shell of the console, the same for every operator. Its script loads the contents through the operator API. */
export function consolePage(): HttpReply {
  return pageReply(200, {
    title: 'Nudgeline console',
    head: html`<script type="module" src="/page/main.js"></script>`,
    body: html`<a class="skip" href="#view">Skip to the content</a>
      <header class="top">
        <p class="name">${MARK} Nudgeline <span>console</span></p>
        <nav aria-label="Parts of the console">
          <a href="#/businesses">Businesses</a>
          <a href="#/dead-letters">Dead letters</a>
          <a href="#/templates">Templates</a>
        </nav>
        <form method="post" action="/session/end"><button>Sign out</button></form>
      </header>
      <noscript><p class="notice">This page needs its script. Please allow JavaScript.</p></noscript>
      <main id="view" tabindex="-1"></main>
      <p id="announcer" class="unseen" aria-live="polite"></p>`,
  });
}
