import { PAID_CHANNELS, type Channel, type PaidChannel } from '../../schemas/channels';
import type { Send } from '../../schemas/generated/send';
import { topics, type Topic } from '../../schemas/topics';
import type { PaidChannelRules } from './paid-channel';
import { sms } from './sms/sms';
import { whatsapp } from './whatsapp/whatsapp';

/** What tells the paid channels apart. A channel without rules does not compile. */
export const paidChannels: { readonly [Name in PaidChannel]: PaidChannelRules<Name> } = { sms, whatsapp };

/** What a channel's sender reads. */
export const sendTopics: Readonly<Record<Channel, Topic<Send>>> = {
  email: topics.sendsEmail,
  sms: topics.sendsSms,
  whatsapp: topics.sendsWhatsapp,
};

/** The channel that this one may take the place of; null where it takes none. */
export function takesOverFrom(channel: PaidChannel): PaidChannel | null {
  return PAID_CHANNELS.find((other) => paidChannels[other].fallsBackTo === channel) ?? null;
}

/** As a condition of SQL: a texted stop on the channel in this column holds whatever number of ours it was sent to. */
export function stopsEverywhere(column: string): string {
  const names = PAID_CHANNELS.filter((channel) => paidChannels[channel].stopsEverywhere);
  return `${column} IN (${names.map((name) => `'${name}'`).join(', ')})`;
}

/** The channels that are given, as rows of SQL. */
export function channelRows(channels: readonly string[]): string {
  return channels.map((name) => `('${name}')`).join(', ');
}
