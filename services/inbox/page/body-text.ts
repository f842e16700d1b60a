import { html, type Markup } from '../../shared/http/markup';

/** A message's body: plain text, in which addresses of the web can be followed and nothing else means anything. */
export function bodyText(text: string): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const address = withoutTrailingPunctuation(found);
    const target = followable(address);
    if (target === undefined) continue;
    parts.push(
      html`${text.slice(end, index)}`,
      html`<a href="${target}" rel="noopener noreferrer nofollow">${address}</a>`,
    );
    end = index + address.length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}

/**
 * Ends at blanks, at what stands around addresses in texts, and at invisible characters: one that turns the direction of
 * writing could show another host than the one it leads to.
 */
const CANDIDATE = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”«»`\p{Cc}\p{Cf}]+/giu;

/** The full stop belongs to the sentence, and a closing bracket to the text unless the address opened it. */
function withoutTrailingPunctuation(found: string): string {
  let end = found.length;
  let unopened: Record<')' | ']', number> | undefined;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ')' || last === ']') {
      // Counted once: anew for each bracket, a body of brackets takes a second.
      unopened ??= { ')': surplus(found, '(', ')'), ']': surplus(found, '[', ']') };
      if (unopened[last] <= 0) break;
      unopened[last] -= 1;
    } else if (!/[.,;:!?'’*_~}|…]/.test(last)) {
      break;
    }
  }
  return found.slice(0, end);
}

/** How many closing ones have no opening one. */
function surplus(text: string, opening: string, closing: string): number {
  return text.split(closing).length - text.split(opening).length;
}

/** A name before the host (`https://bank.example@elsewhere.example`) is only ever meant to deceive. */
function followable(address: string): string | undefined {
  const url = parseUrl(address);
  if (url?.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
