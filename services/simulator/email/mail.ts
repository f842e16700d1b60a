import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { Submission } from '../channel-record';

export interface EmailSubmission extends Submission<'email'> {
  /** Null where the recipient was refused before the message was handed over. */
  readonly mail: Mail | null;
}

/** A message as it came. It is taken apart when somebody looks at it: that takes longer than taking it in. */
export interface Mail {
  readonly raw: Buffer;
  /** Of its `Message-ID`. */
  readonly id: string;
  /** What Postmark calls it in its reports. */
  readonly postmarkId: string;
  readonly from: string;
  readonly subject: string;
  /** Of the `X-PM-Metadata-…` headers; every report carries it. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** What reports need, from the head of the message alone. */
export function takeMail(raw: Buffer, envelopeFrom: string): Mail {
  const headers = headersOf(raw);
  const metadata = headers
    .filter(([name]) => name.startsWith(METADATA))
    .map(([name, value]) => [name.slice(METADATA.length), value]);
  const first = (wanted: string): string | undefined => headers.find(([name]) => name === wanted)?.[1];
  return {
    raw,
    id: first('message-id')?.replace(/^<|>$/g, '') ?? randomUUID(),
    postmarkId: randomUUID(),
    from: /<([^<>]*)>/.exec(first('from') ?? '')?.[1] ?? first('from') ?? envelopeFrom,
    subject: PostalMime.decodeWords(first('subject') ?? ''),
    metadata: Object.fromEntries(metadata) as Record<string, string>,
  };
}

/** What its reader sees. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first link to the inbox. */
  readonly link: string | null;
  /** By name in lower case, for header names know no case. */
  readonly headers: Readonly<Record<string, string>>;
}

export async function readMail(raw: Buffer): Promise<ReadMail> {
  const { subject = '', text = '', html = '', headers } = await PostalMime.parse(raw);
  const byName: Record<string, string> = {};
  for (const { key, value } of headers) {
    byName[key] = byName[key] === undefined ? value : `${byName[key]}, ${value}`;
  }
  return { subject, text, html, link: INBOX_LINK.exec(text)?.[0] ?? null, headers: byName };
}

const METADATA = 'x-pm-metadata-';
const INBOX_LINK = /https?:\/\/[^\s<>"]+\/i\/[^\s<>")\]]+/;

/** Names in lower case, in their order. A line that begins with white space belongs to the one before. */
function headersOf(raw: Buffer): [string, string][] {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('utf8', 0, end === -1 ? raw.length : end).replace(/\r\n[ \t]+/g, ' ');
  return head.split('\r\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon === -1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
  });
}
