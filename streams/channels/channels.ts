import { PAID_CHANNELS, type Channel, type PaidChannel } from '../../schemas/channels';
import type { Send } from '../../schemas/generated/send';
import { topics, type Topic } from '../../schemas/topics';
import type { PaidChannelRules } from './paid-channel';
import { sms } from './sms/sms';
import { whatsapp } from './whatsapp/whatsapp';

/** The rules of each paid channel. A channel without rules does not compile. */
export const paidChannels: { readonly [Name in PaidChannel]: PaidChannelRules<Name> } = { sms, whatsapp };

/** The topic that the sender of each channel reads. */
export const sendTopics: Readonly<Record<Channel, Topic<Send>>> = {
  email: topics.sendsEmail,
  sms: topics.sendsSms,
  whatsapp: topics.sendsWhatsapp,
};

/** The channel for which this one is the fallback; null if it is no fallback. */
export function takesOverFrom(channel: PaidChannel): PaidChannel | null {
  return PAID_CHANNELS.find((other) => paidChannels[other].fallsBackTo === channel) ?? null;
}

/** An SQL condition: a texted stop of the channel in this column holds for all our numbers, not only the one texted. */
export function stopsEverywhere(column: string): string {
  const names = PAID_CHANNELS.filter((channel) => paidChannels[channel].stopsEverywhere);
  return `${column} IN (${names.map((name) => `'${name}'`).join(', ')})`;
}

/** These channels as SQL rows for `VALUES`. */
export function channelRows(channels: readonly string[]): string {
  return channels.map((name) => `('${name}')`).join(', ');
}
