import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';

/** The parts of an email that reports contain. The rest is parsed when a person opens it, because parsing is slow. */
export interface Mail {
  /** From its `Message-ID`. */
  readonly id: string;
  /** Its id in Postmark's reports. */
  readonly postmarkId: string;
  readonly from: string;
  readonly subject: string;
  /** From the `X-PM-Metadata-…` headers; every report carries it. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Reads the parts that reports need, from the headers alone. */
export function takeMail(raw: Buffer, envelopeFrom: string): Mail {
  const headers = headersOf(raw);
  const metadata = headers
    .filter(([name]) => name.startsWith(METADATA))
    .map(([name, value]) => [name.slice(METADATA.length), value]);
  const first = (wanted: string): string | undefined => headers.find(([name]) => name === wanted)?.[1];
  return {
    id: first('message-id')?.replace(/^<|>$/g, '') ?? randomUUID(),
    postmarkId: randomUUID(),
    from: /<([^<>]*)>/.exec(first('from') ?? '')?.[1] ?? first('from') ?? envelopeFrom,
    subject: PostalMime.decodeWords(first('subject') ?? ''),
    metadata: Object.fromEntries(metadata) as Record<string, string>,
  };
}

const METADATA = 'x-pm-metadata-';

/**
 * Reads the headers in order, with names in lower case. A line that begins with white space continues the one before.
 */
function headersOf(raw: Buffer): [string, string][] {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('utf8', 0, end === -1 ? raw.length : end).replace(/\r\n[ \t]+/g, ' ');
  return head.split('\r\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon === -1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
  });
}
