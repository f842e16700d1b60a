import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

export interface MobileNumber {
  /** E.164. */
  readonly phone: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * D2: a number that a mobile phone may have; without `+` it is read in the given country. Of a number of possible length
 * that belongs to no known range nobody can say that it is none, so it is taken; a fixed line is known to be none.
 */
export function readMobileNumber(text: string, defaultCountry: string | null): MobileNumber | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('+') && defaultCountry === null) return undefined;
  const number = parsePhoneNumberFromString(trimmed, {
    ...(defaultCountry === null ? {} : { defaultCountry: defaultCountry as CountryCode }),
    extract: false,
  });
  if (number?.isPossible() !== true || number.ext !== undefined) return undefined;
  const type = number.getType();
  const isMobile = type === undefined || type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  const country = number.country ?? number.getPossibleCountries()[0];
  return isMobile && country !== undefined ? { phone: number.number, country } : undefined;
}
