/**
 * Decision D2: may a nudge show this name? Where it may not, a text leaves it out, an email says something neutral, and
 * WhatsApp is not used. A dot before a letter or digit is refused, for a phone would read a link into it.
 */
export function isDisplayableName(name: string): boolean {
  const trimmed = name.trim();
  return DISPLAYABLE.test(trimmed) && !LINK_LIKE.test(trimmed);
}

/** The name as a nudge shows it, or null where it shows none. */
export function displayedName(name: string): string | null {
  return isDisplayableName(name) ? name.trim() : null;
}

/** With the `u` flag the length counts code points, as decision D1 does. */
const DISPLAYABLE = /^[\p{L}\p{Nd} &'\-,.()!+]{1,40}$/u;
const LINK_LIKE = /\.[\p{L}\p{Nd}]/u;
