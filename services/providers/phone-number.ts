/** Returns a number in E.164, or null if it cannot be replied to: a short code, a name, another channel's address. */
export function internationalNumber(digits: string): string | null {
  const number = digits.startsWith('+') ? digits : `+${digits}`;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
