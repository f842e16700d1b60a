/** Undefined for what is no JSON: nobody outside is to be trusted with a throw. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
