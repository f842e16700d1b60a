import { domainToUnicode } from 'node:url';
import { parseUrl } from '../../schemas/values/parse-url';

/** A stretch of a text. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `href` leads to the very host that `text` shows. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  /** Looks like an address and leads elsewhere, or nowhere. */
  | { readonly kind: 'disguised'; readonly text: string };

/**
 * Specification 2.1, `body`: plain text and clickable links only. The inbox and both forms of the mail cut a text up with
 * this, so that a link is the same in all of them. Only http and https count: a merchant's text must not call numbers, run
 * script or open apps.
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

/** For mail programs, which make links of what looks like one: a disguised address is broken up so that they do not. */
export function withoutDisguises(text: string): string {
  return splitLinks(text)
    .map((part) => (part.kind === 'disguised' ? part.text.replaceAll('://', ': //') : part.text))
    .join('');
}

/**
 * Ends at blanks, at what stands around addresses in texts, and at invisible characters: one that turns the direction of
 * writing could show another host than the one it leads to.
 */
const CANDIDATE = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”«»`\p{Cc}\p{Cf}]+/giu;

/**
 * "See https://a.example/x." ends a sentence, and so does "(https://a.example/x)": neither mark belongs to the address.
 * The brackets are counted once, because counting them anew at each step takes seconds on 10,000 of them.
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

/** How many closing ones have no opening one. */
function surplus(text: string, opening: string, closing: string): number {
  return text.split(closing).length - text.split(opening).length;
}

/** Undefined unless every program that reads the address comes to the host that a person reads in it. */
function followable(address: string): string | undefined {
  const [, host = '', port] = AUTHORITY.exec(address) ?? [];
  const url = host === '' ? undefined : parseUrl(address);
  if (url === undefined) return undefined;
  const isPort = port === undefined || port === url.port || port === DEFAULT_PORTS[url.protocol];
  return isPort && isHostOf(url, host) ? url.href : undefined;
}

/**
 * Nothing stands before the host: in `https://bank.example@evil.example` the bank is only a user name. No backslash follows it:
 * to browsers that is a slash, to others part of a user name.
 */
const AUTHORITY = /^https?:\/\/([^/?#\\@:]+|\[[\da-f:.]+\])(?::(\d+))?(?:[/?#]|$)/i;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Browsers read more than one spelling as the same host: `%65vil.example`, a number for an IP address, wide letters. */
function isHostOf({ hostname }: URL, written: string): boolean {
  const host = written.toLowerCase();
  return host === hostname || host.normalize('NFC') === domainToUnicode(hostname);
}
