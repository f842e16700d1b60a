import { html, nothing, type Markup } from '../../shared/http/markup';
import type { HttpReply } from '../../shared/http/reply';
import { choiceForm, choiceMade, type ActionOf, type Choice } from './choices';
import { masthead } from './masthead';
import { pageReply } from './shell';

/**
 * The page for every link that does not open. `action` is given for an expired link, which can be renewed (INBOX-4).
 */
export function notFoundPage(action?: ActionOf): HttpReply {
  const renewal =
    action === undefined
      ? nothing
      : html`<p>Links work for 30 days. We can send you a fresh one.</p>
          <form method="post" action="${action('renew')}">
            <button class="main">Email me a new link</button>
          </form>`;
  return pageReply(404, {
    title: 'This link does not open',
    main: notice(
      'This link does not open',
      html`<p>
          It may have been cut off on the way, or it is too old. Try the link in the newest email or message
          that you got about your order.
        </p>
        ${renewal}`,
    ),
  });
}

/** The same page after every request for a new link, so that it says nothing about the address (INBOX-16). */
export function renewedPage(): HttpReply {
  const text =
    'If this link was yours and its shop still writes to you, a new one is on its way to your email address.';
  return pageReply(200, {
    title: 'Look into your mailbox',
    main: notice('Look into your mailbox', html`<p>${text}</p>`),
  });
}

/** Asks first, because mail programs without one-click unsubscribing open this address in a browser. */
export function unsubscribePage(businessName: string, action: ActionOf, inboxHref: string): HttpReply {
  return pageReply(200, {
    title: `Unsubscribe from ${businessName}`,
    main: html`${masthead(businessName, 'Unsubscribe from all')}
      <div class="notice">
        ${choiceForm('all', businessName, action)}
        <p><a href="${inboxHref}">Leave it as it is and read your messages</a></p>
      </div>`,
  });
}

/** Says what was done, and leads back to the messages. */
export function donePage(done: Choice | 'read', businessName: string, inboxHref: string): HttpReply {
  const { title, text } =
    done === 'read' ? { title: 'Marked as read', text: '' } : choiceMade(done, businessName);
  return pageReply(200, {
    title,
    main: html`${masthead(businessName, 'Updates about your orders')}
      <div class="notice">
        <h2>${title}</h2>
        ${text === '' ? nothing : html`<p>${text}</p>`}
        <p><a href="${inboxHref}">Back to your messages</a></p>
      </div>`,
  });
}

/**
 * An error as a page for people. A 404 looks like a link that does not open. All other errors keep their status and
 * headers, such as `Retry-After`.
 */
export function failurePage({ status, headers }: HttpReply): HttpReply {
  if (status === 404) return notFoundPage();
  const { title, text } = failureWords(status);
  const page = pageReply(status, { title, main: notice(title, html`<p>${text}</p>`) });
  return { ...page, headers: { ...headers, ...page.headers } };
}

function failureWords(status: number): { title: string; text: string } {
  if (status === 429) {
    const text =
      'That was a lot at once, so your last action was not carried out. Please try again in a minute.';
    return { title: 'One moment, please', text };
  }
  if (status < 500) {
    const text = 'Nothing was changed. Please open your link again and go on from there.';
    return { title: 'That did not work', text };
  }
  return { title: 'We are out of order', text: 'Nothing is lost. Please try again in a minute.' };
}

function notice(title: string, text: Markup): Markup {
  return html`<div class="notice">
    <h1>${title}</h1>
    ${text}
  </div>`;
}
