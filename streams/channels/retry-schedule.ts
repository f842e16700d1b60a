import type { Channel } from '../../schemas/channels';
import { paidChannels } from './channels';

/** Five attempts over an hour. */
const EMAIL_PAUSES_MS = [60_000, 5 * 60_000, 14 * 60_000, 40 * 60_000];

/**
 * The pause after this attempt; undefined if it was the last (NUDGE-7). A provider may ask for more, up to the longest
 * pause of the channel.
 */
export function pauseAfter(channel: Channel, attempt: number, askedMs: number | null): number | undefined {
  const pauses = channel === 'email' ? EMAIL_PAUSES_MS : paidChannels[channel].pausesMs;
  const pause = pauses[attempt - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause, Math.min(askedMs ?? 0, pauses.at(-1) ?? pause));
}
