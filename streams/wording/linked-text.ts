/** A stretch of a text, and the address behind it if it is a link. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

/**
 * Specification 2.1, `body`: plain text and clickable links only. Whatever shows a body cuts it up with this, so that a
 * link is the same in the inbox and in the mail. Only http and https count: a merchant's text must not call numbers, run
 * script or open apps.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const address = withoutTrailingPunctuation(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Ends at whatever cannot stand in an address, quotes and invisible direction marks included: those could disguise it. */
const CANDIDATE = /\bhttps?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu;

/**
 * "See https://a.example/x." ends a sentence, and so does "(https://a.example/x)": neither mark belongs to the address.
 * The brackets are counted once, for counting them anew at each step takes seconds on 10,000 of them.
 */
function withoutTrailingPunctuation(address: string): string {
  const unopened = new Map([
    [')', count(address, ')') - count(address, '(')],
    [']', count(address, ']') - count(address, '[')],
    ['}', count(address, '}') - count(address, '{')],
  ]);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const surplus = unopened.get(last) ?? 0;
    if (surplus <= 0 && !'.,;:!?…*_'.includes(last)) break;
    unopened.set(last, surplus - 1);
  }
  return address.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
