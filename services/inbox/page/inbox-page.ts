import { html, nothing, type Markup } from '../../shared/http/markup';
import type { HttpReply } from '../../shared/http/reply';
import type { Inbox, InboxPart } from '../read-inbox';
import { choices, type ActionOf } from './choices';
import { masthead } from './masthead';
import { messageElsewhere, wholeMessage, withHead, type HeadedMessage } from './message';
import { pageReply } from './shell';

/** What is to be shown, and through which link. */
export interface InboxView {
  readonly inbox: Inbox;
  readonly part: InboxPart;
  readonly action: ActionOf;
}

/** The recipient's inbox (D17). */
export function inboxPage({ inbox, part, action }: InboxView): HttpReply {
  const { businessName, messages, ended } = inbox;
  const isBelow = messages.findIndex(({ id }) => id === part.unfoldedId) > 0;
  const main = html`${masthead(businessName, 'Updates about your orders')}
    ${isBelow ? html`<p class="skip"><a href="#unfolded">Go to the message you came for</a></p>` : nothing}
    ${part.beforeId === null ? nothing : NEWEST} ${messages.length === 0 ? EMPTY : messageList(inbox, part)}
    ${choices(businessName, ended, action)}
    <form id="opened" method="post" action="${action('opened')}"></form>
    <footer>Whoever has the link of this page can read it. Keep it to yourself.</footer>`;
  return pageReply(200, { title: `${businessName}: your updates`, main, counting: true });
}

const NEWEST = html`<p class="skip"><a href="?">Go to the newest messages</a></p>`;

const EMPTY = html`<p class="empty">
  There is nothing here yet. Updates about your orders will show up on this page.
</p>`;

/**
 * Everything else on the page is some 12 KB: as long as bodies go only where these leave room, a page of ordinary subjects
 * stays under 50 KB.
 */
const LIST_BYTES = 35_000;

/** Newest first. */
function messageList({ messages, olderBefore }: Inbox, part: InboxPart): Markup {
  const headed = messages.map(withHead);
  const rows = allWhole(headed, part) ?? asManyWholeAsFit(headed, part);
  return html`<ol>
      ${rows}
    </ol>
    ${
      olderBefore === null
        ? nothing
        : html`<p class="older"><a href="?before=${olderBefore}">Older messages</a></p>`
    }`;
}

/** Most inboxes are short and have room for everything. */
function allWhole(headed: readonly HeadedMessage[], { unfoldedId }: InboxPart): Markup[] | undefined {
  if (headed.some(({ message }) => message.body === null)) return undefined;
  const rows = headed.map((each) => wholeMessage(each, each.message.id === unfoldedId));
  return bytesOfAll(rows) <= LIST_BYTES ? rows : undefined;
}

/**
 * Every message has its head there, and the unfolded one its body, whatever they weigh: a message that is not listed would
 * be lost to the reader. The other bodies take what room is left, from the top down; those without are a link away.
 */
function asManyWholeAsFit(headed: readonly HeadedMessage[], { unfoldedId, beforeId }: InboxPart): Markup[] {
  const isUnfolded = ({ message }: HeadedMessage): boolean => message.id === unfoldedId;
  const rows = headed.map((each) =>
    isUnfolded(each) ? wholeMessage(each, true) : messageElsewhere(each, beforeId),
  );
  let room = LIST_BYTES - bytesOfAll(rows);
  for (const [index, each] of headed.entries()) {
    if (isUnfolded(each)) continue;
    const headBytes = bytesOf(rows[index]!);
    const whole = wholeWithin(room + headBytes, each);
    if (whole === undefined) break;
    room += headBytes - bytesOf(whole);
    rows[index] = whole;
  }
  return rows;
}

function wholeWithin(room: number, headed: HeadedMessage): Markup | undefined {
  if (headed.message.body === null) return undefined;
  const whole = wholeMessage(headed, false);
  return bytesOf(whole) <= room ? whole : undefined;
}

function bytesOfAll(rows: readonly Markup[]): number {
  return rows.reduce((sum, row) => sum + bytesOf(row), 0);
}

function bytesOf({ text }: Markup): number {
  return Buffer.byteLength(text);
}
