import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { EmailNudge } from '../../../streams/sender/provider';

/** An email, ready for transmission. */
export interface ComposedMessage {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/**
 * Composes an email. Its Message-ID derives from the send, so a mailbox that receives it twice can recognise the
 * repeat. It carries our ids in the headers of two providers, Postmark and SendGrid, each of which ignores the other's
 * (PROV-8).
 *
 * nodemailer's composer builds a pipeline of streams for each part, which takes 1.3 ms of CPU per email. Two short
 * texts in memory need only nodemailer's encoders.
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

/** Encodes a header value, on one line. */
function encodedValue(name: string, value: string | { name: string; address: string }): string {
  return ENCODER.encodeHeaderValue(name, value);
}

/** Returns the address of `Name <address>`, or the whole value. */
function addressIn(value: string): string {
  return /<([^<>]*)>$/.exec(value)?.[1] ?? value;
}

/** Encodes a subject that looks encoded, because mail readers would decode it. */
function asWritten(subject: string): string {
  return subject.includes('=?') ? encodeWord(subject.replace(/\s+/g, ' '), 'Q', LONGEST_WORD) : subject;
}

/** RFC 2047 allows 75 characters; nodemailer uses 52, too. */
const LONGEST_WORD = 52;

const PLAIN = 'text/plain; charset=utf-8';

interface Encoded {
  readonly encoding: '7bit' | 'quoted-printable';
  readonly content: string;
}

/** Puts the plain text first, because a mail reader shows the last part that it supports. */
function contentOf({ sendId, text, html }: EmailNudge): string {
  const plain = part(PLAIN, encoded(text));
  if (html === null) return plain;
  // No part contains the boundary, because a text that contains `=_` is encoded.
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

/** Encodes only a text that a server might change: to encode every page took a tenth of the sender's time. */
function encoded(text: string): Encoded {
  const content = text.includes('\r') ? text.replace(/\r\n|\r|\n/g, '\r\n') : text.replaceAll('\n', '\r\n');
  return MAY_CHANGE.test(content) || hasLongLine(content)
    ? { encoding: 'quoted-printable', content: wrap(encode(content)) }
    : { encoding: '7bit', content };
}

/**
 * Matches what a server might change: other characters than printable ASCII, space at the end of a line, and the start
 * of a boundary. The line before a footer, two dashes and a space, may stay: every mail program sends it unencoded.
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
 * Writes these headers without changing case or folding: Postmark keeps the case of a field's name, and a folded
 * unsubscribe URL is invalid.
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
