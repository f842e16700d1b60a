/**
 * What an answer means by its status alone, for where the provider gives no code of its own. The whole message was on its way
 * when the answer came, so it is tried again only where the status promises that it was not taken; docs/operations.md lists
 * that by provider.
 */
export function meaningOfStatus(
  status: number,
): 'accepted' | 'refused' | 'throttled' | 'try_later' | 'not_reached' | 'unknown' {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 429) return 'throttled';
  // Misdirected: whoever answered is not the one who takes messages, and has looked at nothing.
  if (status === 421) return 'not_reached';
  if (promisesNothing(status)) return 'unknown';
  if (FAULTS_OF_THE_MESSAGE.has(status)) return 'refused';
  // The rest are faults of our credentials or of the address: the next attempt may find them mended.
  return 'try_later';
}

/**
 * From 500 on something broke, before the message was taken or after; a request that timed out (408) was whole; and what is to be
 * seen elsewhere (303) may be the message.
 */
export function promisesNothing(status: number): boolean {
  return status >= 500 || status === 408 || status === 303;
}

const FAULTS_OF_THE_MESSAGE = new Set([400, 413, 422]);
