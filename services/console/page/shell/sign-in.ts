import { html, nothing } from '../../../shared/http/markup';
import type { HttpReply } from '../../../shared/http/reply';
import type { TokenRefusal } from '../../operator-token';
import { pageReply } from './document';
import { MARK } from './mark';

/**
 * The sign-in form. It works without the script, which only remembers the requested part of the console. The hidden
 * user name is for password managers, which store no password without one.
 */
export function signInPage(refusal?: TokenRefusal): HttpReply {
  const { status, headers, title, words } = refusal === undefined ? ASKED : outcomeOf(refusal);
  const fault = html`<p class="fault" id="token-fault" role="alert">${words}</p>`;
  const described = html`aria-invalid="true" aria-describedby="token-fault"`;
  const page = pageReply(status, {
    title: `${title} – Nudgeline console`,
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
            ${refusal ? described : nothing}
          />
          ${refusal ? fault : nothing}
        </div>
        <button class="main">Sign in</button>
      </form>
      <p class="hint">You stay signed in for 12 hours in this browser.</p>
    </main>`,
  });
  return { ...page, headers: { ...page.headers, ...headers } };
}

interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly title: string;
  readonly words: string;
}

const ASKED: Outcome = { status: 200, headers: {}, title: 'Sign in', words: '' };
const WRONG: Outcome = {
  status: 401,
  headers: {},
  title: 'Wrong token',
  words: 'This is not the operator token.',
};

function outcomeOf(refusal: TokenRefusal): Outcome {
  if (refusal.outcome === 'wrong_token') return WRONG;
  const seconds = String(refusal.retryAfterSeconds);
  return {
    status: 429,
    headers: { 'Retry-After': seconds },
    title: 'Too many tries',
    words: `Too many wrong tokens were tried, so this one was not looked at. Try again in ${seconds} ${
      seconds === '1' ? 'second' : 'seconds'
    }.`,
  };
}
