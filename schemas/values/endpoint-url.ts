import { parseUrl } from './parse-url';

/**
 * The URL, or what is wrong with it. There is one parser, this one, for checking and for calling: `0x7f.1`, `2130706433`
 * and `①②⑦.0.0.1` are all 127.0.0.1 afterwards, and a second reader could see another host in the same text.
 */
export function readEndpointUrl(text: string): URL | string {
  // The parser drops these, so that what was checked would not be what is shown.
  if (/[\s\p{Cc}]/u.test(text)) return 'it holds white space or control characters';
  const url = parseUrl(text);
  if (url === undefined) return 'it is not a URL';
  if (url.protocol !== 'https:') return 'it is not an https URL';
  // The parser makes do with fewer slashes, with more, and with backslashes; whoever else reads it may see another host.
  if (!/^https:\/\/[^/\\][^\\]*$/i.test(text)) return 'it does not begin with https:// and a host';
  if (url.username !== '' || url.password !== '') return 'it holds credentials';
  if (url.port === '0') return 'its port is not one';
  return url;
}
