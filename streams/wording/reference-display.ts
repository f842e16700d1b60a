/** Specification 2.1: a reference that a phone could turn into a link is stored and echoed, but never displayed. */
export function isDisplayableReference(reference: string): boolean {
  const dots = reference.split('.').length - 1;
  return /^#?[A-Za-z0-9]([A-Za-z0-9_/#-]|\.(?=[0-9]))*$/.test(reference) && dots <= 2;
}
