import { Metadata, type MetadataJson, type NumberingPlan } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';

export interface MobileNumber {
  /** E.164. */
  readonly phone: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * D2: a number that a mobile phone may have; without `+` it is read in the given country. Of a number that is as long as
 * one and belongs to no known range nobody can say that it is none, so it is taken; a fixed line is known to be none.
 */
export function readMobileNumber(text: string, defaultCountry: string | null): MobileNumber | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('+') && defaultCountry === null) return undefined;
  const number = parsePhoneNumberFromString(trimmed, {
    ...(defaultCountry === null ? {} : { defaultCountry: defaultCountry as CountryCode }),
    extract: false,
  });
  if (number?.isPossible() !== true || number.ext !== undefined) return undefined;
  const country = number.country ?? number.getPossibleCountries()[0];
  if (country === undefined) return undefined;
  const type = number.getType() ?? typeByLength(number as NumberInside, country);
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  return isMobile ? { phone: number.number, country } : undefined;
}

/** What a number of no known range may be. Where no range of mobile numbers is known at all, it is taken for one. */
function typeByLength(number: NumberInside, country: CountryCode): 'MOBILE' | undefined {
  const plans = new Metadata(number.getMetadata());
  plans.selectNumberingPlan(country);
  const mobile = (plans.numberingPlan as PlanInside | undefined)?.type('MOBILE');
  return mobile?.possibleLengths().includes(number.nationalNumber.length) === false ? undefined : 'MOBILE';
}

/** What the library's classes have beside what their types tell, in version 1. */
interface NumberInside extends PhoneNumber {
  getMetadata(): MetadataJson;
}
interface PlanInside extends NumberingPlan {
  type(name: 'MOBILE'): Pick<NumberingPlan, 'possibleLengths'> | undefined;
}
