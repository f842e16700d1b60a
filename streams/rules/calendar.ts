/** The UTC days and months by which emails, texts and allowances are counted (CHAN-7, LIMIT-12). */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}
