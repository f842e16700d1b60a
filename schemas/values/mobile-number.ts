import { Metadata, type MetadataJson, type NumberingPlan } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';

/** A number that a text or a WhatsApp message may go to. Its country decides the price (CREDIT-3). */
export interface MobileNumber {
  /** E.164. */
  readonly phone: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * Accepts a number that may belong to a mobile phone, and reads one without `+` in the default country (CONSENT-3). A
 * number in no known range is accepted if a mobile number may have its length; a known fixed line is refused.
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

/** Judges a number in no known range. If the country has no known mobile ranges, any number may be mobile. */
function typeByLength(number: NumberInside, country: CountryCode): 'MOBILE' | undefined {
  const plans = new Metadata(number.getMetadata());
  plans.selectNumberingPlan(country);
  const mobile = (plans.numberingPlan as PlanInside | undefined)?.type('MOBILE');
  return mobile?.possibleLengths().includes(number.nationalNumber.length) === false ? undefined : 'MOBILE';
}

/** Members of the library's classes that its types omit, as of version 1. */
interface NumberInside extends PhoneNumber {
  getMetadata(): MetadataJson;
}
interface PlanInside extends NumberingPlan {
  type(name: 'MOBILE'): Pick<NumberingPlan, 'possibleLengths'> | undefined;
}
