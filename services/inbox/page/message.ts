import { isDisplayableReference } from '../../../streams/wording/reference-display';
import { html, nothing, type Markup } from '../../shared/http/markup';
import type { InboxMessage } from '../read-inbox';
import { bodyText } from './body-text';
import { orderStatusInWords, timeInWords } from './words';

/** A message with its rendered head. The head is most of the work and is the same with and without the body. */
export interface HeadedMessage {
  readonly message: InboxMessage;
  readonly head: Markup;
}

export function withHead(message: InboxMessage): HeadedMessage {
  return { message, head: headOf(message) };
}

/** A message that can be unfolded on this page. */
export function wholeMessage({ message, head }: HeadedMessage, isUnfolded: boolean): Markup {
  return html`<li>
    <details class="${message.status}" data-id="${message.id}" ${isUnfolded ? UNFOLDED : nothing}>
      <summary>${head}</summary>
      ${textOf(message.body ?? '')}
      <noscript><button form="opened" name="message_id" value="${message.id}">Mark as read</button></noscript>
    </details>
  </li>`;
}

/** Only the head of a message. It is a link to the same page with this message unfolded, so it needs no script. */
export function messageElsewhere({ message, head }: HeadedMessage, beforeId: string | null): Markup {
  const samePage = beforeId === null ? nothing : html`before=${beforeId}&amp;`;
  return html`<li><a class="${message.status}" href="?${samePage}m=${message.id}">${head}</a></li>`;
}

const UNFOLDED = html`open id="unfolded"`;

/** A separate template, because blanks around the text would be shown. */
function textOf(body: string): Markup {
  return html`<div class="text" dir="auto">${bodyText(body)}</div>`;
}

function headOf(message: InboxMessage): Markup {
  const status = orderStatusInWords(message.orderStatus);
  return html`<h2 dir="auto">${message.subject}</h2>
    <small>
      ${LABELS[message.status]}
      ${status === undefined ? nothing : html`<b class="${message.orderStatus ?? ''}">${status}</b>`}
      ${orderOf(message.reference)} ${timeOf(message)}
    </small>`;
}

/** An order number that a phone could turn into a link is never displayed (CHAN-15). */
function orderOf(reference: string | null): Markup {
  return reference === null || !isDisplayableReference(reference)
    ? nothing
    : html`<span>Order ${reference}</span>`;
}

const LABELS = {
  active: nothing,
  obsolete: html`<em>Out of date</em>`,
  retracted: html`<em>Taken back</em>`,
} as const satisfies Record<InboxMessage['status'], Markup>;

/** When the displayed text was written. Retracting or replacing a message does not change that time. */
function timeOf({ kind, status, createdAtMs, updatedAtMs }: InboxMessage): Markup {
  const rewritten = kind === 'updateable' && status === 'active' && updatedAtMs > createdAtMs;
  const { datetime, words } = timeInWords(new Date(rewritten ? updatedAtMs : createdAtMs));
  const time = html`<time datetime="${datetime}">${words}</time>`;
  return rewritten ? html`<span>Updated ${time}</span>` : time;
}
