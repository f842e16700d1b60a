/** E.164 with its plus, or null for what is no number that can be answered: short codes, names, other channels. */
export function internationalNumber(digits: string): string | null {
  const number = digits.startsWith('+') ? digits : `+${digits}`;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
