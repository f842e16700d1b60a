/**
 * For the first use of a server that a process cannot start without. A refused connection names only an address, but
 * the operator has to change a setting, so `what` names its variable.
 */
export async function nameWhatFails<Result>(what: string, use: Promise<Result>): Promise<Result> {
  try {
    return await use;
  } catch (cause) {
    throw new Error(`${what} cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

/** Clients wrap the cause in messages of their own. If a host name has two addresses, the error has only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || String((error as { code?: unknown }).code);
}
