/**
 * Not `URL.canParse`: once Node 20 has optimised its caller, after some 4,000 calls, it refuses every address with a letter
 * between U+0080 and U+00FF.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
