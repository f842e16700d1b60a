import type { Channel } from './state';

const MINUTE = 60_000;

/** D14: pauses before the second attempt and those after it. Email has 5 attempts over an hour, the paid channels 4 over ten minutes. */
const PAUSES: Readonly<Record<Channel, readonly number[]>> = {
  email: [MINUTE, 5 * MINUTE, 14 * MINUTE, 40 * MINUTE],
  sms: [MINUTE / 2, 2 * MINUTE, 7.5 * MINUTE],
  whatsapp: [MINUTE / 2, 2 * MINUTE, 7.5 * MINUTE],
};

/** How long to wait after this attempt; undefined when it was the last. A provider may ask for longer, within reason. */
export function pauseAfter(channel: Channel, attempt: number, askedMs: number | null): number | undefined {
  const pause = PAUSES[channel][attempt - 1];
  if (pause === undefined) return undefined;
  const longest = PAUSES[channel].at(-1) ?? pause;
  return Math.max(pause, Math.min(askedMs ?? 0, longest));
}
