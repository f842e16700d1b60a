/**
 * A text of the page as it is sent: without indentation and comments, two fifths less.
 * No more than that, so that whoever opens the browser's tools still finds the lines that stand here.
 */
export function lean(text: string): string {
  return text
    .replace(/\/\*\*[^]*?\*\/ ?/g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '');
}

/** Rules stand on one line each here, with spaces and zeros that the browser does not need. */
export function leanStyle(text: string): string {
  return lean(text)
    .replace(/\s*([{};:,])\s+/g, '$1')
    .replace(/(?<![\d.])0\./g, '.')
    .replaceAll(';}', '}');
}
