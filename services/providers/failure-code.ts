/** Returns the code of a failure, never its message, because that may quote what was sent (PROV-16). */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
