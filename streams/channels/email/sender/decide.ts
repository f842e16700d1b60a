/** Decides whether an email goes, and writes it. Pure: the facts are read in `store.ts`. */
import { dayOf, monthOf } from '../../../rules/calendar';
import { emailGate } from '../email-gate';
import { linkExpiry, type NudgeLinks } from '../../../sender/channel';
import type { AutoReply } from '../../../sender/auto-replies';
import type { EmailNudge } from '../../../sender/provider';
import type { SendSnapshot } from '../../../sender/send-snapshot';
import type { Verdict } from '../../../sender/verdict';
import { emailNudge, freshLinkEmail, senderName } from '../../../wording/email-nudge';

export interface EmailFacts {
  /** The address bounced for good for some business. */
  readonly platformSuppressed: boolean;
  /** A keyed hash, so that the address is counted for the day even if the person is erased (LIMIT-11). */
  readonly addressHash: Buffer;
}

/** Asks every gate again when the email goes (CHAN-5). Its caps are asked last (CHAN-7). */
export function decideEmail(
  snapshot: SendSnapshot,
  { platformSuppressed, addressHash }: EmailFacts,
  now: Date,
): Verdict {
  const { business, recipient } = snapshot;
  const isAskedFor = bringsFreshLink(snapshot);
  const reason = emailGate({ business, recipient, platformSuppressed, isAskedFor });
  if (reason !== null) return { goes: false, reason };
  return {
    goes: true,
    counts: [
      {
        counter: 'emails_per_day',
        period: dayOf(now),
        limit: { cap: business.emailDailyCap, reason: 'daily_cap_reached' },
      },
      // Emails beyond the allowance still go out. The ledger notifies the business once a month (LIMIT-12).
      { counter: 'emails_per_month', period: monthOf(now), limit: null },
      // A leaked API key must not be enough to fill a mailbox from our domain (LIMIT-11).
      {
        counter: `emails_to ${addressHash.toString('base64')}`,
        period: dayOf(now),
        limit: { cap: business.recipientDailyEmails, reason: 'recipient_cap_reached' },
      },
    ],
    shortLink: null,
  };
}

/** An email without a nudge is a fresh link that the recipient asked for (INBOX-17). */
function bringsFreshLink({ send }: SendSnapshot): boolean {
  return send.nudge === null;
}

export interface EmailSettings {
  readonly links: Pick<NudgeLinks, 'inboxUrl'>;
  /** For businesses without a domain of their own. */
  readonly sendingDomain: string;
}

export function composeEmail(
  snapshot: SendSnapshot,
  now: Date,
  { links, sendingDomain }: EmailSettings,
): EmailNudge {
  const { send, message, recipient, business } = snapshot;
  const inboxLink = links.inboxUrl(snapshot, linkExpiry(now));
  const unsubscribeUrl = `${inboxLink}/unsubscribe`;
  const { reference, orderStatus } = message;
  const frame = { businessName: business.name, inboxLink, unsubscribeUrl };
  const wording = bringsFreshLink(snapshot)
    ? freshLinkEmail(frame)
    : emailNudge({ ...frame, subject: message.subject, body: message.body, reference, orderStatus });
  return {
    businessId: send.businessId,
    sendId: send.id,
    to: recipient.email,
    fromName: senderName(business.name),
    fromAddress: `updates@${business.sendingDomain ?? sendingDomain}`,
    unsubscribeUrl,
    ...wording,
  };
}

/** A recipient's reply, forwarded to the business: plain text, and nothing to unsubscribe from. */
export function composeForward(
  { businessId, id, address, subject, text }: AutoReply,
  { sendingDomain }: Pick<EmailSettings, 'sendingDomain'>,
): EmailNudge {
  return {
    businessId,
    sendId: id,
    to: address,
    fromName: 'Nudgeline',
    fromAddress: `updates@${sendingDomain}`,
    subject: subject ?? '',
    text,
    html: null,
    unsubscribeUrl: null,
  };
}
