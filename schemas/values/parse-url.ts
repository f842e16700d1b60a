/**
 * Replaces `URL.canParse`, which has a bug in Node 20: once its caller is optimised, after some 4,000 calls, it refuses
 * every URL that contains a letter between U+0080 and U+00FF.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
