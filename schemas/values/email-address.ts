import { bad, good, type Rule } from './rule';
import { isLongerThan, noText } from './value-rules';

/** The address as it is stored: trimmed, lower case. Undefined for what is not one address. */
function normaliseEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return !isLongerThan(address, MAX_LENGTH) && ADDRESS.test(address) ? address : undefined;
}

/** Reads the address as it is stored. */
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
 * `local@domain` with a dot in the domain. Nothing that ends an address or begins another one in a mail header is let
 * through, so quoted local parts are not either; letters of any script are.
 */
const ADDRESS = new RegExp(
  "^[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\\.[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+)*" +
    '@(?:(?!-)[\\p{L}\\p{M}\\p{N}-]{1,63}(?<!-)\\.)+(?!-)[\\p{L}\\p{M}\\p{N}-]{1,63}(?<!-)$',
  'u',
);
