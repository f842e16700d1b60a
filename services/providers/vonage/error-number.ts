/** The number of an error: Vonage puts it at the end of the URL in `type`. Null if there is none. */
export function errorNumber(type: string | null): string | null {
  return /#(\d{1,6})$/.exec(type ?? '')?.[1] ?? null;
}
