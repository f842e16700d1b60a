/** D2: what may stand in a text as the name of a business; a dot before a letter or digit could become a link. */
export function isDisplayableName(name: string): boolean {
  const trimmed = name.trim();
  const length = Array.from(trimmed).length;
  return (
    length >= 1 &&
    length <= 40 &&
    /^[\p{L}\p{N} &'\-,.()!+]+$/u.test(trimmed) &&
    !/\.[\p{L}\p{N}]/u.test(trimmed)
  );
}
