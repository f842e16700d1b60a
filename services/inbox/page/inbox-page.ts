import { html, nothing, type Markup } from '../../shared/http/markup';
import type { Reply } from '../../shared/http/reply';
import { MOST_MESSAGES, type Inbox, type InboxMessage } from '../read-inbox';
import { choices, type ActionOf } from './choices';
import { masthead } from './masthead';
import { messageElsewhere, wholeMessage } from './message';
import { pageReply } from './shell';

/** What is to be shown, and through which link. */
export interface InboxView {
  readonly inbox: Inbox;
  readonly unfoldedId: string;
  readonly action: ActionOf;
}

/** The recipient's inbox (D17). */
export function inboxPage({ inbox, unfoldedId, action }: InboxView): Reply {
  const { businessName, messages } = inbox;
  const isBelow = messages.findIndex(({ id }) => id === unfoldedId) > 0;
  const main = html`${masthead(businessName, 'Updates about your orders')}
    ${isBelow ? html`<p class="skip"><a href="#unfolded">Go to the message you came for</a></p>` : nothing}
    ${messages.length === 0 ? EMPTY : messageList(inbox, unfoldedId)} ${choices(businessName, action)}
    <form id="opened" method="post" action="${action('opened')}"></form>
    <footer>Whoever has the link of this page can read it. Keep it to yourself.</footer>`;
  return pageReply(200, { title: `${businessName}: your updates`, main, counting: true });
}

const EMPTY = html`<p class="empty">
  There is nothing here yet. Updates about your orders will show up on this page.
</p>`;

/** Everything else on the page is some 12 KB; with this much for messages it stays under 50 KB. */
const LIST_BYTES = 35_000;
/** A head without its body; what is kept free for each that is still to come. */
const HEAD_BYTES = 330;

/**
 * Newest first. The unfolded one is there whatever it weighs; of the others as many with their bodies as there is room
 * for, then heads alone, and when even those have no room the list ends.
 */
function messageList({ messages, hasOlder }: Inbox, unfoldedId: string): Markup {
  const unfolded = messages.find(({ id }) => id === unfoldedId);
  const unfoldedRow = unfolded === undefined ? nothing : wholeMessage(unfolded, unfolded.body ?? '', true);
  let room = LIST_BYTES - bytesOf(unfoldedRow);
  let withBodies = true;
  const rows = messages.map((message, index) => {
    if (message === unfolded) return unfoldedRow;
    const reserved = HEAD_BYTES * (messages.length - 1 - index);
    const whole = withBodies ? wholeWithin(room - reserved, message) : undefined;
    withBodies = whole !== undefined;
    const row = whole ?? messageElsewhere(message);
    room -= bytesOf(row);
    return room < 0 ? nothing : row;
  });
  return html`<ol>
      ${rows}
    </ol>
    ${hasOlder || room < 0 ? OLDER : nothing}`;
}

const OLDER = html`<p class="older">
  Older messages are not shown: this page holds the newest ${MOST_MESSAGES} at most.
</p>`;

function wholeWithin(room: number, message: InboxMessage): Markup | undefined {
  if (message.body === null) return undefined;
  const whole = wholeMessage(message, message.body, false);
  return bytesOf(whole) <= room ? whole : undefined;
}

function bytesOf({ text }: Markup): number {
  return Buffer.byteLength(text);
}
