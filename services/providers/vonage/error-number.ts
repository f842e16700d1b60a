/** Returns the number of an error, which Vonage puts at the end of the URL in `type`; null if there is none. */
export function errorNumber(type: string | null): string | null {
  return /#(\d{1,6})$/.exec(type ?? '')?.[1] ?? null;
}
