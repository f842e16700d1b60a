/** A time in the notation of all answers. */
export function moment(at: number): string {
  return new Date(at).toISOString();
}
