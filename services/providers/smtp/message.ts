import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
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
 * none of that: its encoders write what people put in, and the rest is always the same.
 */
export function composeMessage(nudge: EmailNudge, dateMs: number): ComposedMessage {
  const messageId = `<${nudge.sendId}@${domainOf(nudge.fromAddress)}>`;
  const from = encodedValue('From', { name: nudge.fromName, address: nudge.fromAddress });
  const to = encodedValue('To', { name: '', address: nudge.to });
  const headers = [
    ...headersFor(nudge),
    foldLines(`From: ${from}`),
    foldLines(`To: ${to}`),
    foldLines(`Subject: ${encodedValue('Subject', asWritten(nudge.subject))}`),
    `Message-ID: ${messageId}`,
    `Date: ${new Date(dateMs).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
  ].join('\r\n');
  return {
    messageId,
    from: addressIn(from),
    to: addressIn(to),
    bytes: Buffer.from(`${headers}\r\n${contentOf(nudge)}\r\n`),
  };
}

const ENCODER = new MimeNode();

/** As it stands in a mail, on one line. */
function encodedValue(name: string, value: string | { name: string; address: string }): string {
  return ENCODER.encodeHeaderValue(name, value);
}

/** Of `Name <address>`, or all of it. */
function addressIn(value: string): string {
  return /<([^<>]*)>$/.exec(value)?.[1] ?? value;
}

/** A text that looks as if it were encoded is encoded, or readers would show what it decodes to. */
function asWritten(subject: string): string {
  return subject.includes('=?') ? encodeWord(subject.replace(/\s+/g, ' '), 'Q', LONGEST_WORD) : subject;
}

/** RFC 2047 allows 75 characters; nodemailer takes as many as this, too. */
const LONGEST_WORD = 52;

const PLAIN = 'text/plain; charset=utf-8';

interface Encoded {
  readonly encoding: '7bit' | 'quoted-printable';
  readonly content: string;
}

/** The plain text first: of what a reader can show, the last counts. */
function contentOf({ sendId, text, html }: EmailNudge): string {
  const plain = part(PLAIN, encoded(text));
  if (html === null) return plain;
  // No part holds this: what looks like it is encoded.
  const boundary = `=_${sendId}`;
  return [
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`,
    `--${boundary}\r\n${plain}`,
    `--${boundary}\r\n${part('text/html; charset=utf-8', encoded(html))}`,
    `--${boundary}--`,
  ].join('\r\n');
}

function part(type: string, { encoding, content }: Encoded): string {
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}`;
}

/** What every server on the way passes on as it is goes as it is: to encode a page took a tenth of the sender's time. */
function encoded(text: string): Encoded {
  const content = text.includes('\r') ? text.replace(/\r\n|\r|\n/g, '\r\n') : text.replaceAll('\n', '\r\n');
  return MAY_CHANGE.test(content) || hasLongLine(content)
    ? { encoding: 'quoted-printable', content: wrap(encode(content)) }
    : { encoding: '7bit', content };
}

/**
 * Anything but printable ASCII, space at the end of a line, and what a boundary begins with. Not the line before the footer,
 * two dashes and a space: every mail program sends it as it is, and none of a text's words is lost with that space.
 */
const MAY_CHANGE = /[^\t\r\n -~]|(?<!\n--)[ \t](?:\r|$)|=_/;
/** RFC 5322 allows 998 characters. */
const LONGEST_LINE = 900;

function hasLongLine(content: string): boolean {
  for (let from = 0; content.length - from > LONGEST_LINE;) {
    const end = content.indexOf('\r', from);
    if (end === -1 || end - from > LONGEST_LINE) return true;
    from = end + 2;
  }
  return false;
}

/**
 * As they are, neither capitalised nor folded: Postmark takes the name of a field as it is written, and a folded address of
 * an unsubscribe link is no address.
 */
function headersFor({ businessId, sendId, unsubscribeUrl }: EmailNudge): string[] {
  const carried = { unique_args: { business_id: businessId, send_id: sendId } };
  const unsubscribe =
    unsubscribeUrl === null
      ? []
      : [`List-Unsubscribe: <${unsubscribeUrl}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'];
  return [
    `X-PM-Metadata-business-id: ${businessId}`,
    `X-PM-Metadata-send-id: ${sendId}`,
    `X-SMTPAPI: ${JSON.stringify(carried)}`,
    ...unsubscribe,
  ];
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
