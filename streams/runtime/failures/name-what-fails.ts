/**
 * A server that a process cannot start without, at its first use. The address alone, which is all that a refused connection
 * tells, says nothing to whoever has to mend a setting: `what` names the variable that led there.
 */
export async function nameWhatFails<Result>(what: string, use: Promise<Result>): Promise<Result> {
  try {
    return await use;
  } catch (cause) {
    throw new Error(`${what} cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

/** Clients wrap what happened in words of their own; and where a name has two addresses there is a code alone. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || String((error as { code?: unknown }).code);
}
