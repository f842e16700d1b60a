import { bad, good, type Rule } from './rule';
import { isLongerThan, noText } from './value-rules';

/** Returns the address as it is stored, trimmed and in lower case; undefined if the text is not one address. */
function normaliseEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return !isLongerThan(address, MAX_LENGTH) && ADDRESS.test(address) ? address : undefined;
}

/** Reads an email address in the form in which it is stored. */
export const emailAddress: Rule<string> = {
  schema: { type: 'string', format: 'email', maxLength: 254 },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    const address = normaliseEmailAddress(value);
    if (address !== undefined) return good(address);
    return bad({ type: 'value_error', loc, msg: 'value is not a valid email address', input: value });
  },
};

const MAX_LENGTH = 254;

/**
 * `local@domain` with a dot in the domain, and letters of any script. It refuses every character that ends an address
 * or begins another one in a mail header, and therefore quoted local parts.
 */
const ADDRESS = new RegExp(
  "^[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\\.[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+)*" +
    '@(?:(?!-)[\\p{L}\\p{M}\\p{N}-]{1,63}(?<!-)\\.)+(?!-)[\\p{L}\\p{M}\\p{N}-]{1,63}(?<!-)$',
  'u',
);
