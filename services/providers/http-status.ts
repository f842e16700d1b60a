/**
 * Judges a response by its status alone, if the provider gives no code (PROV-3). The provider may have the whole
 * message by then, so it is sent again only if the status promises that the provider did not take it. See
 * docs/operations.md for a list by provider.
 */
export function meaningOfStatus(
  status: number,
): 'accepted' | 'refused' | 'throttled' | 'try_later' | 'not_reached' | 'unknown' {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 429) return 'throttled';
  // Misdirected: the server that answered is not the one that accepts messages, and has processed nothing.
  if (status === 421) return 'not_reached';
  if (promisesNothing(status)) return 'unknown';
  if (FAULTS_OF_THE_MESSAGE.has(status)) return 'refused';
  // The rest are faults of our credentials or of the URL, which may be fixed before the next attempt.
  return 'try_later';
}

/**
 * True if the message may have been taken: a server fault (500 and above) may come before or after that, a request
 * that timed out (408) may have been complete, and the resource that 303 refers to may be the message.
 */
export function promisesNothing(status: number): boolean {
  return status >= 500 || status === 408 || status === 303;
}

const FAULTS_OF_THE_MESSAGE = new Set([400, 413, 422]);
