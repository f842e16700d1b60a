import { html, nothing, type Markup } from '../../shared/http/markup';
import type { HttpReply } from '../../shared/http/reply';
import type { Inbox, InboxPart } from '../read-inbox';
import { choices, type ActionOf } from './choices';
import { masthead } from './masthead';
import { messageElsewhere, wholeMessage, withHead, type HeadedMessage } from './message';
import { pageReply } from './shell';

/** What the page shows, and the link that it was opened by. */
export interface InboxView {
  readonly inbox: Inbox;
  readonly part: InboxPart;
  readonly action: ActionOf;
}

/** The page of the inbox: the messages, newest first, and the recipient's choices (INBOX-5). */
export function inboxPage({ inbox, part, action }: InboxView): HttpReply {
  const { businessName, messages, ended } = inbox;
  const isBelow = messages.findIndex(({ id }) => id === part.unfoldedId) > 0;
  const main = html`${masthead(businessName, 'Updates about your orders')}
    ${isBelow ? html`<p class="skip"><a href="#unfolded">Go to the message you came for</a></p>` : nothing}
    ${part.beforeId === null ? nothing : NEWEST} ${messages.length === 0 ? EMPTY : messageList(inbox, part)}
    ${choices(businessName, ended, action)}
    <form id="opened" method="post" action="${action('opened')}"></form>
    <footer>Anyone who has the link to this page can read it. Keep it to yourself.</footer>`;
  return pageReply(200, { title: `${businessName}: your updates`, main, counting: true });
}

const NEWEST = html`<p class="skip"><a href="?">Go to the newest messages</a></p>`;

const EMPTY = html`<p class="empty">
  There is nothing here yet. Updates about your orders will show up on this page.
</p>`;

/** The rest of the page has about 12 KB, so a page with ordinary subjects stays under 50 KB (INBOX-19). */
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

/** Most inboxes are short, and all their bodies fit on the page. */
function allWhole(headed: readonly HeadedMessage[], { unfoldedId }: InboxPart): Markup[] | undefined {
  if (headed.some(({ message }) => message.body === null)) return undefined;
  const rows = headed.map((each) => wholeMessage(each, each.message.id === unfoldedId));
  return bytesOfAll(rows) <= LIST_BYTES ? rows : undefined;
}

/**
 * Every message is listed with its head, and the unfolded one with its body, even if they are long, because the reader
 * could not find a message that is not listed. Other bodies fill the remaining room from the top; the rest are links.
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
