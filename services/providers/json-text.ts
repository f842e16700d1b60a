/** Parses text from outside. Returns undefined if it is not JSON, because bad input must not throw. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
