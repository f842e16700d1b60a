/**
 * Whether a nudge may show this business name (CHAN-16). If not, a text leaves it out, an email comes from a neutral
 * sender, and no WhatsApp message goes. A dot before a letter or digit is refused, because a phone makes a link of it.
 */
export function isDisplayableName(name: string): boolean {
  const trimmed = name.trim();
  return DISPLAYABLE.test(trimmed) && !LINK_LIKE.test(trimmed);
}

/** The name as a nudge shows it, or null if it may not be shown. */
export function displayedName(name: string): string | null {
  return isDisplayableName(name) ? name.trim() : null;
}

/** With the `u` flag the length counts code points, as everywhere (LIMIT-2). */
const DISPLAYABLE = /^[\p{L}\p{Nd} &'\-,.()!+]{1,40}$/u;
const LINK_LIKE = /\.[\p{L}\p{Nd}]/u;
