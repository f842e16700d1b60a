import type { Channel } from '../../schemas/channels';
import { paidChannels } from './channels';
import { EMAIL_PAUSES_MS } from './email/email-retries';

/** How long to wait after this attempt; undefined when it was the last. A provider may ask for longer, within reason. */
export function pauseAfter(channel: Channel, attempt: number, askedMs: number | null): number | undefined {
  const pauses = channel === 'email' ? EMAIL_PAUSES_MS : paidChannels[channel].pausesMs;
  const pause = pauses[attempt - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause, Math.min(askedMs ?? 0, pauses.at(-1) ?? pause));
}
