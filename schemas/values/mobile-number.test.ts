import { readMobileNumber } from './mobile-number';

describe('a mobile number (CONSENT-3)', () => {
  it.each([
    ['+447700900123', null, '+447700900123', 'GB'],
    [' +44 7700 900123 ', null, '+447700900123', 'GB'],
    ['07700 900123', 'GB', '+447700900123', 'GB'],
    ['0151 12345678', 'DE', '+4915112345678', 'DE'],
    ['+49 (151) 1234-5678', 'GB', '+4915112345678', 'DE'],
    ['+12025550123', null, '+12025550123', 'US'],
    ['+14165550123', null, '+14165550123', 'CA'],
    ['+2908999', null, '+2908999', 'TA'],
  ])('%s read in %s is %s of %s', (text, country, phone, found) => {
    expect(readMobileNumber(text, country)).toEqual({ phone, country: found });
  });

  it.each<[string, string | null, string]>([
    ['07700 900123', null, 'it needs a country'],
    ['+442079460018', null, 'a fixed line'],
    ['030 123456', 'DE', 'a fixed line'],
    ['+4917', null, 'too short'],
    ['+44740012345', null, 'too short for a mobile number there, though not for a fixed line'],
    ['+491511', null, 'too short for a mobile number there'],
    ['+49151123456', null, 'too short for a mobile number there'],
    ['+44770090012345678', null, 'too long'],
    ['+999123456789', null, 'no such country'],
    ['call me', 'GB', 'not a number'],
    ['', 'GB', 'empty'],
    ['+447700900123 ext. 5', null, 'an extension reaches no mobile phone'],
    ['my number is +447700900123', null, 'a sentence'],
    ['+18005550199', null, 'toll free'],
  ])('%s read in %s is refused: %s', (text, country) => {
    expect(readMobileNumber(text, country)).toBeUndefined();
  });
});
