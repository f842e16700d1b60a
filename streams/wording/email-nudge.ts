import { displayedName } from './business-name-display';
import { emailHtml, type EmailContent } from './email-html';
import { withoutDisguises } from './linked-text';
import { knownOrderStatus, STATUS_LABEL } from './order-status';
import { isDisplayableReference } from './reference-display';

export interface EmailFrame {
  readonly businessName: string;
  readonly inboxLink: string;
  readonly unsubscribeUrl: string;
}

export interface EmailNudgeParts extends EmailFrame {
  readonly subject: string;
  readonly body: string;
  readonly reference: string | null;
  readonly orderStatus: string | null;
}

export interface EmailWording {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Specification 1.2: the mail shows the message and leads to the inbox, which is the source of truth. */
export function emailNudge(parts: EmailNudgeParts): EmailWording {
  return wordingOf({
    sender: senderName(parts.businessName),
    subject: withoutDisguises(oneLine(parts.subject)),
    body: withoutDisguises(manyLines(parts.body)),
    order: orderLine(parts.reference, parts.orderStatus),
    inboxLink: parts.inboxLink,
    why: 'sent you this update about your order.',
    unsubscribeUrl: parts.unsubscribeUrl,
  });
}

/** The message may be weeks old, and is no news: it is read in the inbox. */
export function freshLinkEmail({ businessName, inboxLink, unsubscribeUrl }: EmailFrame): EmailWording {
  return wordingOf({
    sender: senderName(businessName),
    subject: 'Here is your new link',
    body: 'You asked for a new link to your messages, because the old one had expired.',
    order: null,
    inboxLink,
    why: 'sent you this link because you asked for it.',
    unsubscribeUrl,
  });
}

function wordingOf(content: EmailContent): EmailWording {
  return { subject: content.subject, text: emailText(content), html: emailHtml(content) };
}

/** Who the mail is from. A name that cannot be displayed could pass itself off as an address or a link. */
export function senderName(businessName: string): string {
  return displayedName(businessName) ?? 'Order updates';
}

function emailText({ sender, subject, body, order, inboxLink, why, unsubscribeUrl }: EmailContent): string {
  return [
    order === null ? sender : `${sender}\n${order}`,
    subject,
    body,
    `Open this message in your inbox:\n${inboxLink}`,
    // Mail programs fold away what follows this line: two dashes and a space.
    `-- \n${sender} ${why}\nUnsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n');
}

function orderLine(reference: string | null, orderStatus: string | null): string | null {
  const status = knownOrderStatus(orderStatus);
  const parts = [
    reference !== null && isDisplayableReference(reference) ? `Order ${reference}` : null,
    status === null ? null : STATUS_LABEL[status],
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(': ');
}

/** A line break in a subject would end the header that carries it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Other control characters than tab and line feed are shown as boxes, if at all. */
function manyLines(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
