import MailComposer from 'nodemailer/lib/mail-composer';
import type { EmailNudge } from '../../../streams/sender/provider';

export interface ComposedMessage {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/**
 * The mail as it goes over the wire. Its Message-ID derives from the send, so that a mailbox which gets it twice after
 * all can tell. Two providers' ways of carrying our ids travel side by side: each ignores the other's headers.
 */
export async function composeMessage(nudge: EmailNudge, nowMs: number): Promise<ComposedMessage> {
  const messageId = `<${nudge.sendId}@${domainOf(nudge.fromAddress)}>`;
  const mail = new MailComposer({
    messageId,
    date: new Date(nowMs),
    from: { name: nudge.fromName, address: nudge.fromAddress },
    to: { name: '', address: nudge.to },
    subject: nudge.subject,
    text: nudge.text,
    ...(nudge.html === null ? {} : { html: nudge.html }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = mail.getEnvelope();
  return {
    messageId,
    from: envelope.from || nudge.fromAddress,
    to: envelope.to[0] ?? nudge.to,
    bytes: Buffer.concat([Buffer.from(headersFor(nudge)), await mail.build()]),
  };
}

/**
 * Set before what the composer writes, which would capitalise the names and fold the values: Postmark takes the name of
 * a field as it is written, and a folded address of an unsubscribe link is no address.
 */
function headersFor({ businessId, sendId, unsubscribeUrl }: EmailNudge): string {
  const carried = { unique_args: { business_id: businessId, send_id: sendId } };
  const headers = {
    'X-PM-Metadata-business-id': businessId,
    'X-PM-Metadata-send-id': sendId,
    'X-SMTPAPI': JSON.stringify(carried),
    ...(unsubscribeUrl === null
      ? {}
      : {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  };
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
