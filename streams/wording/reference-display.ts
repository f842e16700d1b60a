/**
 * Specification 2.1, `reference`: may a nudge show it? Phones turn `shop.example/5` into a link, and one that we did not
 * write must never stand in a message of ours. So a dot needs a digit right after it (no top-level domain begins with
 * one), and there are two at most, which leaves no room for an IPv4 address.
 */
export function isDisplayableReference(reference: string): boolean {
  return DISPLAYABLE.test(reference);
}

const DISPLAYABLE = /^#?[A-Za-z0-9][A-Za-z0-9_/#-]*(?:\.(?=[0-9])[A-Za-z0-9_/#-]+){0,2}$/;
