import type { Check } from './validation';

/** The address as it is stored: trimmed, lower case. Undefined for what is not one address. */
export function normaliseEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return address.length <= MAX_LENGTH && ADDRESS.test(address) ? address : undefined;
}

export const emailAddress: Check = (value, loc) => {
  if (typeof value !== 'string') {
    return { type: 'string_type', loc, msg: 'Input should be a valid string', input: value };
  }
  if (normaliseEmailAddress(value) !== undefined) return undefined;
  return { type: 'value_error', loc, msg: 'value is not a valid email address', input: value };
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
