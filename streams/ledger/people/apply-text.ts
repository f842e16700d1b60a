import type { ApplyText } from '../../../schemas/generated/command';
import { paidChannelNamed, type PaidChannel } from '../../../schemas/channels';
import { NOTED, type Decide } from '../decision';
import type { Recipient, TextedStop } from './tables';
import { textedStop } from './texted-stops';
import type { CommandContext } from '../command-context';
import { numberKey } from '../store/row-keys';
import { paidChannels } from '../../channels/channels';

/**
 * Carries over the stop that stands at the number now, and not the word for which this command was written. Two words
 * in a row may reach a business in either order, and both orders then end the same.
 */
export const applyText: Decide<ApplyText> = (context, request) => {
  if (context.business() === undefined) return NOTED;
  const { number_hash: numberHash, own_number: ownNumber, recipient_id: recipientId } = request;
  const channel = paidChannelNamed(request.channel);
  const stop = textedStop(context, channel, numberHash, ownNumber);
  applyToNumber(context, { numberHash, channel }, stop);
  const recipient = recipientId === null ? undefined : context.recipient(recipientId);
  const phone = recipient?.phone ?? null;
  const holdsIt = phone !== null && context.rules.hash('number', phone).equals(numberHash);
  // A STOP counts also for a recipient who has left the number since (CONSENT-13). A START does not, because the stop
  // that it would lift may belong to the number they hold now.
  if (recipient !== undefined && (holdsIt || stop !== undefined)) {
    applyToRecipient(context, recipient, channel, stop);
  }
  return NOTED;
};

/** A text lifts only a stop that was texted (CONSENT-10). */
function applyToNumber(
  { businessId, set }: CommandContext,
  { numberHash, channel }: Pick<TextedStop, 'numberHash' | 'channel'>,
  stop: TextedStop | undefined,
): void {
  const kept = set.numberStops
    .by('number', numberKey({ businessId, numberHash }))
    .find((each) => each.channel === channel && each.source === 'text');
  if (stop === undefined && kept !== undefined) set.numberStops.remove(kept);
  if (stop !== undefined && kept === undefined) {
    set.numberStops.save({ businessId, numberHash, channel, source: 'text', stoppedAt: stop.stoppedAt });
  }
}

function applyToRecipient(
  { set }: CommandContext,
  recipient: Recipient,
  channel: PaidChannel,
  stop: TextedStop | undefined,
): void {
  const field = paidChannels[channel].textedStop;
  const at = stop === undefined ? null : (recipient[field] ?? stop.stoppedAt);
  if (at !== recipient[field]) set.recipients.save({ ...recipient, [field]: at });
}
