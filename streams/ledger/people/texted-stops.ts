import { PAID_CHANNELS, type PaidChannel } from '../../../schemas/channels';
import type { TextedStop } from './tables';
import type { CommandContext } from '../command-context';
import { hashKey } from '../store/row-keys';
import { paidChannels } from '../../channels/channels';

/** The stop that the owner of a number sent to the number that this business sends from. */
export function textedStop(
  context: CommandContext,
  channel: PaidChannel,
  numberHash: Buffer,
  ownNumber = context.business()?.smsSender ?? context.rules.smsSender,
): TextedStop | undefined {
  return context.set.textedStops
    .by('number', hashKey(numberHash))
    .find((stop) => holdsFor(stop, { channel, ownNumber }));
}

/**
 * On WhatsApp a stop holds, and is lifted, for all numbers of ours (CONSENT-14). By text it concerns one number of
 * ours.
 */
export function holdsFor(
  stop: TextedStop,
  { channel, ownNumber }: { readonly channel: PaidChannel; readonly ownNumber: string | null },
): boolean {
  return stop.channel === channel && (paidChannels[channel].stopsEverywhere || stop.ownNumber === ownNumber);
}

/**
 * A stop at the number holds for the recipient who takes it, even if their business had no part in it then (CONSENT-9).
 */
export function inheritStops(context: CommandContext, phone: string): void {
  const { businessId, rules, set } = context;
  const numberHash = rules.hash('number', phone);
  for (const channel of PAID_CHANNELS) {
    const stoppedAt = textedStop(context, channel, numberHash)?.stoppedAt;
    if (stoppedAt !== undefined) {
      set.numberStops.save({ businessId, numberHash, channel, source: 'text', stoppedAt });
    }
  }
}
