/** The channels that cost credits, in the order in which a push pays for them (CREDIT-5). */
export const PAID_CHANNELS = ['sms', 'whatsapp'] as const;

export type PaidChannel = (typeof PAID_CHANNELS)[number];

export const CHANNELS = ['email', ...PAID_CHANNELS] as const;

export type Channel = (typeof CHANNELS)[number];

export function isPaidChannel(name: unknown): name is PaidChannel {
  return PAID_CHANNELS.some((channel) => channel === name);
}

/** Records name a channel as text. An unknown name is a defect: it must never be read as another channel. */
export function paidChannelNamed(name: string): PaidChannel {
  if (!isPaidChannel(name)) throw new Error(`unknown paid channel ${name}`);
  return name;
}
