/**
 * Whether a nudge may show this reference (CHAN-15). Phones make a link of `shop.example/5`, and a nudge must contain
 * no link but ours. So each dot needs a digit right after it, because no top-level domain begins with one, and there
 * are at most two, because an IPv4 address has three.
 */
export function isDisplayableReference(reference: string): boolean {
  return DISPLAYABLE.test(reference);
}

const DISPLAYABLE = /^#?[A-Za-z0-9][A-Za-z0-9_/#-]*(?:\.(?=[0-9])[A-Za-z0-9_/#-]+){0,2}$/;
