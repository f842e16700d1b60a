/** Days and months in which something is counted, in UTC (D14). */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}
