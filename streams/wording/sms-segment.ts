/**
 * One SMS segment is 160 septets of the GSM 03.38 alphabet, or 70 UTF-16 units as soon as one character is outside it.
 * A text that is one unit longer is charged by the carrier as two, while the merchant pays one credit a text.
 */
export function fitsOneSegment(text: string): boolean {
  const septets = septetsOf(text);
  return septets === null ? text.length <= 70 : septets <= 160;
}

/** Candidates go from the fullest on; `barest` is what is left when none of them fits. */
export function firstThatFits(candidates: readonly string[], barest: string): string {
  return candidates.find(fitsOneSegment) ?? barest;
}

/** Null when the text cannot be written in GSM 03.38. */
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
/** Behind an escape, so each takes two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€');
