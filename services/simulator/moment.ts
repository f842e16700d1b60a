/** A time as every answer shows it. */
export function moment(at: number): string {
  return new Date(at).toISOString();
}
