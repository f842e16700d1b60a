import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { hashKey } from '../store/row-keys';
import { paidChannels } from '../../channels/channels';

/** How long a number counts as not on WhatsApp, unless a message is delivered to it first (CHAN-12). */
const UNREACHABLE_MS = 30 * 86_400_000;

export function learnUnreachable(context: CommandContext, { phone }: Send): void {
  if (phone === null) return;
  const numberHash = context.rules.hash('number', phone);
  context.set.unreachableNumbers.save({
    numberHash,
    until: new Date(context.now.getTime() + UNREACHABLE_MS),
  });
}

export function learnReachable(context: CommandContext, { phone, channel }: Send): void {
  if (phone === null || channel === 'email' || !paidChannels[channel].learnsReach) return;
  const numberHash = context.rules.hash('number', phone);
  const known = context.set.unreachableNumbers.get(hashKey(numberHash));
  if (known !== undefined) context.set.unreachableNumbers.remove(known);
}
