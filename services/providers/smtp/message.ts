import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
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
 *
 * The composer of nodemailer makes a pipeline of streams for each part, 1.3 ms of CPU a mail. Two short texts in memory need
 * none of that: its MIME node writes the headers, and its encoder the parts, in a tenth of the time.
 */
export function composeMessage(nudge: EmailNudge, nowMs: number): ComposedMessage {
  const messageId = `<${nudge.sendId}@${domainOf(nudge.fromAddress)}>`;
  // No part holds this: an equals sign is always encoded.
  const boundary = `=_${nudge.sendId}`;
  const mail = new MimeNode(nudge.html === null ? PLAIN : `multipart/alternative; boundary="${boundary}"`);
  mail.setHeader({
    from: { name: nudge.fromName, address: nudge.fromAddress },
    to: { name: '', address: nudge.to },
    subject: nudge.subject,
    'message-id': messageId,
    date: new Date(nowMs).toUTCString().replace('GMT', '+0000'),
    'mime-version': '1.0',
    ...(nudge.html === null ? { 'content-transfer-encoding': ENCODING } : {}),
  });
  const envelope = mail.getEnvelope();
  const headers = mail.buildHeaders();
  const body = nudge.html === null ? encoded(nudge.text) : alternatives(nudge.text, nudge.html, boundary);
  return {
    messageId,
    from: envelope.from || nudge.fromAddress,
    to: envelope.to[0] ?? nudge.to,
    bytes: Buffer.from(`${headersFor(nudge)}${headers}\r\n\r\n${body}\r\n`),
  };
}

const PLAIN = 'text/plain; charset=utf-8';
const ENCODING = 'quoted-printable';

/** The plain text first: of what a reader can show, the last counts. */
function alternatives(text: string, html: string, boundary: string): string {
  const part = (type: string, content: string): string =>
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${ENCODING}\r\n\r\n${encoded(content)}\r\n`;
  return `${part(PLAIN, text)}${part('text/html; charset=utf-8', html)}--${boundary}--`;
}

function encoded(content: string): string {
  return wrap(encode(content.replace(/\r\n|\r|\n/g, '\r\n')));
}

/**
 * Set before what the node writes, which would capitalise the names and fold the values: Postmark takes the name of
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
