import { dayOf, monthOf } from '../../../rules/calendar';
import { emailGate } from '../email-gate';
import { linkExpiry, type NudgeLinks } from '../../../sender/channel';
import type { AutoReply } from '../../../sender/auto-replies';
import type { EmailNudge } from '../../../sender/provider';
import type { SendSnapshot } from '../../../sender/send-snapshot';
import type { Verdict } from '../../../sender/verdict';
import { emailNudge, freshLinkEmail, senderName } from '../../../wording/email-nudge';

export interface EmailFacts {
  /** The address was proved undeliverable, by whichever business. */
  readonly platformSuppressed: boolean;
  /** Keyed, so that it can be counted by for a day also if the person is erased meanwhile. */
  readonly addressHash: Buffer;
}

/** D3: every gate is asked again when the email runs, the daily caps last. */
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
      // Past the allowance emails still go out; the ledger tells of it, once a month.
      { counter: 'emails_per_month', period: monthOf(now), limit: null },
      // Whoever has a key of the business must not be able to fill somebody's mailbox from our domain.
      {
        counter: `emails_to ${addressHash.toString('base64')}`,
        period: dayOf(now),
        limit: { cap: business.recipientDailyEmails, reason: 'recipient_cap_reached' },
      },
    ],
    shortLink: null,
  };
}

/** The recipient asked for it; every other email belongs to a nudge. */
function bringsFreshLink({ send }: SendSnapshot): boolean {
  return send.nudge === null;
}

export interface EmailHouse {
  readonly links: Pick<NudgeLinks, 'inboxUrl'>;
  /** For businesses without a domain of their own. */
  readonly sendingDomain: string;
}

export function composeEmail(
  snapshot: SendSnapshot,
  now: Date,
  { links, sendingDomain }: EmailHouse,
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

/** A reply on its way to the business that asked for it: plain text, and no list to leave. */
export function composeForward(
  { businessId, id, address, subject, text }: AutoReply,
  { sendingDomain }: Pick<EmailHouse, 'sendingDomain'>,
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
