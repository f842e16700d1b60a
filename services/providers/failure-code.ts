/** The code of a failure, never its words: those may quote what was sent. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
