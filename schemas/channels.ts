/** Channels that cost credits, in the order in which a push pays for them. */
export const PAID_CHANNELS = ['sms', 'whatsapp'] as const;

export type PaidChannel = (typeof PAID_CHANNELS)[number];

export const CHANNELS = ['email', ...PAID_CHANNELS] as const;

export type Channel = (typeof CHANNELS)[number];

export function isPaidChannel(name: unknown): name is PaidChannel {
  return PAID_CHANNELS.some((channel) => channel === name);
}

/** Records name a channel by text. One that this release does not know is a defect, and never another channel. */
export function paidChannelNamed(name: string): PaidChannel {
  if (!isPaidChannel(name)) throw new Error(`there is no paid channel ${name}`);
  return name;
}
