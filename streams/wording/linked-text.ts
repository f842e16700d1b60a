import { domainToUnicode } from 'node:url';
import { parseUrl } from '../../schemas/values/parse-url';

/** A part of a text: a link, an address that misleads, or neither. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `href` leads to the host that `text` shows. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  /** Looks like an address, but leads to another host or nowhere. */
  | { readonly kind: 'disguised'; readonly text: string };

/**
 * Splits a text into links and the rest (CHAN-19, INBOX-6). The inbox and both forms of the email use it, so a link is
 * the same in all of them. Only http and https addresses are links, because a merchant's text must not call numbers,
 * run scripts or open apps.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const address = withoutTrailingPunctuation(found);
    if (/^https?:\/*$/i.test(address)) continue;
    const href = followable(address);
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push(
      href === undefined ? { kind: 'disguised', text: address } : { kind: 'link', text: address, href },
    );
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Breaks up disguised addresses, because mail programs make a link of all that looks like one. */
export function withoutDisguises(text: string): string {
  return splitLinks(text)
    .map((part) => (part.kind === 'disguised' ? part.text.replaceAll('://', ': //') : part.text))
    .join('');
}

/**
 * An address ends at white space, at quotes and brackets, and at invisible characters. A character that changes the
 * direction of writing could otherwise show another host than the one that the address leads to.
 */
const CANDIDATE = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”«»`\p{Cc}\p{Cf}]+/giu;

/**
 * In "See https://a.example/x." and "(https://a.example/x)" the last mark does not belong to the address. Brackets are
 * counted once, because counting them again at each step takes seconds for 10,000 of them.
 */
function withoutTrailingPunctuation(address: string): string {
  let unopened: Map<string, number> | undefined;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (')]}'.includes(last)) {
      unopened ??= new Map([
        [')', surplus(address, '(', ')')],
        [']', surplus(address, '[', ']')],
        ['}', surplus(address, '{', '}')],
      ]);
      const left = unopened.get(last) ?? 0;
      if (left <= 0) break;
      unopened.set(last, left - 1);
    } else if (!".,;:!?…'’*_~|".includes(last)) {
      break;
    }
  }
  return address.slice(0, end);
}

/** How many closing brackets have no opening one. */
function surplus(text: string, opening: string, closing: string): number {
  return text.split(closing).length - text.split(opening).length;
}

/** The URL of the address, or undefined if some program might read another host in it than a person does. */
function followable(address: string): string | undefined {
  const [, host = '', port] = AUTHORITY.exec(address) ?? [];
  const url = host === '' ? undefined : parseUrl(address);
  if (url === undefined) return undefined;
  const isPort = port === undefined || port === url.port || port === DEFAULT_PORTS[url.protocol];
  return isPort && isHostOf(url, host) ? url.href : undefined;
}

/**
 * Nothing may precede the host: in `https://bank.example@evil.example` the bank is only a user name. No backslash may
 * follow it, because browsers read it as a slash and other programs as part of a user name.
 */
const AUTHORITY = /^https?:\/\/([^/?#\\@:]+|\[[\da-f:.]+\])(?::(\d+))?(?:[/?#]|$)/i;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Browsers accept other spellings of a host, such as `%65vil.example`, a number for an IP address, or wide letters. A
 * person does not, so such an address is no link.
 */
function isHostOf({ hostname }: URL, written: string): boolean {
  const host = written.toLowerCase();
  return host === hostname || host.normalize('NFC') === domainToUnicode(hostname);
}
