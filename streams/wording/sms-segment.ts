/**
 * One SMS segment is 160 septets of the GSM 03.38 alphabet, or 70 UTF-16 units if one character is outside of it.
 * A carrier charges a text that is one unit longer as two, but a merchant pays by the text.
 */
export function fitsOneSegment(text: string): boolean {
  const septets = septetsOf(text);
  return septets === null ? text.length <= 70 : septets <= 160;
}

/** The first candidate that fits one segment, the fullest first; `barest` if none fits. */
export function firstThatFits(candidates: readonly string[], barest: string): string {
  return candidates.find(fitsOneSegment) ?? barest;
}

/** The length in GSM 03.38, or null if a character is outside of it. */
function septetsOf(text: string): number | null {
  let septets = 0;
  for (const character of text) {
    if (BASIC.has(character)) septets += 1;
    else if (EXTENDED.has(character)) septets += 2;
    else return null;
  }
  return septets;
}

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each needs an escape, so it takes two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€');
