/** The words of the emails that recipients get. */
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

/** The email shows the message and leads to the inbox, which is the source of truth (CHAN-18). */
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

/** The email with a fresh link. It does not repeat the message, which may be weeks old (INBOX-17). */
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

/** The name of the sender. A name that cannot be displayed could pass for an address or a link (CHAN-16). */
export function senderName(businessName: string): string {
  return displayedName(businessName) ?? 'Order updates';
}

function emailText({ sender, subject, body, order, inboxLink, why, unsubscribeUrl }: EmailContent): string {
  return [
    order === null ? sender : `${sender}\n${order}`,
    subject,
    body,
    `Open this message in your inbox:\n${inboxLink}`,
    // Mail programs hide the lines after two dashes and a space.
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

/** A line break in the subject would end its header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Removes control characters other than tab and line feed: mail programs show them as boxes, or not at all. */
function manyLines(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
