import { parseUrl } from './parse-url';

/**
 * Returns the URL, or what is wrong with it. Checking and calling use this one parser, because a second one could see
 * another host in the same text: `0x7f.1`, `2130706433` and `①②⑦.0.0.1` all parse to 127.0.0.1 (HOOK-1).
 */
export function readEndpointUrl(text: string): URL | string {
  // The parser drops these, so the URL that is checked would differ from the one that is shown.
  if (/[\s\p{Cc}]/u.test(text)) return 'it holds white space or control characters';
  const url = parseUrl(text);
  if (url === undefined) return 'it is not a URL';
  if (url.protocol !== 'https:') return 'it is not an https URL';
  // The parser accepts fewer slashes, more slashes and backslashes; another reader may see another host in such a URL.
  if (!/^https:\/\/[^/\\][^\\]*$/i.test(text)) return 'it does not begin with https:// and a host';
  if (url.username !== '' || url.password !== '') return 'it holds credentials';
  if (url.port === '0') return 'its port is not one';
  return url;
}
