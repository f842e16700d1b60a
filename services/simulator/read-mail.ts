import PostalMime from 'postal-mime';

/** A mail as its reader sees it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first link to the inbox. */
  readonly link: string | null;
  /** By name in lower case, because header names are case-insensitive. */
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

const INBOX_LINK = /https?:\/\/[^\s<>"]+\/i\/[^\s<>")\]]+/;
