import { html, nothing } from '../../../shared/http/markup';
import type { HttpReply } from '../../../shared/http/reply';
import { pageReply } from './document';
import { MARK } from './mark';

/**
 * Works without a script, which only keeps the part of the console that was asked for. The user name is for password
 * managers, which keep no password without one.
 */
export function signInPage(outcome: 'asked' | 'refused'): HttpReply {
  const refused = outcome === 'refused';
  const fault = html`<p class="fault" id="token-fault" role="alert">This is not the operator token.</p>`;
  const described = refused ? html`aria-invalid="true" aria-describedby="token-fault"` : nothing;
  return pageReply(refused ? 401 : 200, {
    title: `${refused ? 'Wrong token' : 'Sign in'} – Nudgeline console`,
    head: html`<script type="module" src="/page/sign-in.js"></script>`,
    body: html`<main class="sign-in card">
      <h1>${MARK} Nudgeline <span>console</span></h1>
      <form method="post" action="/session">
        <input
          class="unseen"
          name="user"
          value="operator"
          autocomplete="username"
          tabindex="-1"
          aria-hidden="true"
          readonly
        />
        <div class="field">
          <label for="token">Operator token</label>
          <input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
            autofocus
            ${described}
          />
          ${refused ? fault : nothing}
        </div>
        <button class="main">Sign in</button>
      </form>
      <p class="hint">You stay signed in for 12 hours in this browser.</p>
    </main>`,
  });
}
