import { html, nothing, type Markup } from '../../shared/http/markup';
import type { HttpReply } from '../../shared/http/reply';
import { MOST_MESSAGES, type Inbox } from '../read-inbox';
import { choices, type ActionOf } from './choices';
import { masthead } from './masthead';
import { messageElsewhere, wholeMessage, withHead, type HeadedMessage } from './message';
import { pageReply } from './shell';

/** What is to be shown, and through which link. */
export interface InboxView {
  readonly inbox: Inbox;
  readonly unfoldedId: string;
  readonly action: ActionOf;
}

/** The recipient's inbox (D17). */
export function inboxPage({ inbox, unfoldedId, action }: InboxView): HttpReply {
  const { businessName, messages, ended } = inbox;
  const isBelow = messages.findIndex(({ id }) => id === unfoldedId) > 0;
  const main = html`${masthead(businessName, 'Updates about your orders')}
    ${isBelow ? html`<p class="skip"><a href="#unfolded">Go to the message you came for</a></p>` : nothing}
    ${messages.length === 0 ? EMPTY : messageList(inbox, unfoldedId)} ${choices(businessName, ended, action)}
    <form id="opened" method="post" action="${action('opened')}"></form>
    <footer>Whoever has the link of this page can read it. Keep it to yourself.</footer>`;
  return pageReply(200, { title: `${businessName}: your updates`, main, counting: true });
}

const EMPTY = html`<p class="empty">
  There is nothing here yet. Updates about your orders will show up on this page.
</p>`;

/**
 * Everything else on the page is some 12 KB: as long as bodies go only where these leave room, a page of ordinary subjects
 * stays under 50 KB.
 */
const LIST_BYTES = 35_000;

/** Newest first. */
function messageList({ messages, hasOlder }: Inbox, unfoldedId: string): Markup {
  const headed = messages.map(withHead);
  const rows = allWhole(headed, unfoldedId) ?? asManyWholeAsFit(headed, unfoldedId);
  return html`<ol>
      ${rows}
    </ol>
    ${hasOlder ? OLDER : nothing}`;
}

/** Most inboxes are short and have room for everything. */
function allWhole(headed: readonly HeadedMessage[], unfoldedId: string): Markup[] | undefined {
  if (headed.some(({ message }) => message.body === null)) return undefined;
  const rows = headed.map((each) => wholeMessage(each, each.message.id === unfoldedId));
  return bytesOfAll(rows) <= LIST_BYTES ? rows : undefined;
}

/**
 * Every message has its head there, and the unfolded one its body, whatever they weigh: a message that is not listed would
 * be lost to the reader. The other bodies take what room is left, from the top down; those without are a link away.
 */
function asManyWholeAsFit(headed: readonly HeadedMessage[], unfoldedId: string): Markup[] {
  const isUnfolded = ({ message }: HeadedMessage): boolean => message.id === unfoldedId;
  const rows = headed.map((each) => (isUnfolded(each) ? wholeMessage(each, true) : messageElsewhere(each)));
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

const OLDER = html`<p class="older">
  Older messages are not shown: this page lists the newest ${MOST_MESSAGES} and the one it was opened for.
</p>`;

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
