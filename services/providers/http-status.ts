/** What an answer means by its status alone, for where the provider gives no code of its own. */
export function meaningOfStatus(
  status: number,
): 'accepted' | 'refused' | 'throttled' | 'try_later' | 'not_reached' | 'unknown' {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 429) return 'throttled';
  // Misdirected: whoever answered is not the one who takes messages, and has looked at nothing.
  if (status === 421) return 'not_reached';
  // A gateway answered because the provider behind it did not, and that one may have taken the message.
  if (status === 502 || status === 504) return 'unknown';
  if (FAULTS_OF_THE_MESSAGE.has(status)) return 'refused';
  // The rest are faults of theirs or of our credentials: the next attempt may find them mended.
  return 'try_later';
}

const FAULTS_OF_THE_MESSAGE = new Set([400, 413, 422]);
