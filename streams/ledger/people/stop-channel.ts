import type { StopChannel } from '../../../schemas/generated/command';
import { NOTED, refused, type Decide } from '../decision';
import { paidChannelNamed } from '../../../schemas/channels';
import { paidChannels } from '../../channels/channels';

/**
 * A stop that was made in the inbox or from the dashboard. No text lifts it (CONSENT-10), and it holds for the number
 * as well (CONSENT-11).
 */
export const stopChannel: Decide<StopChannel> = (context, { recipient_id, channel: name, source: from }) => {
  const recipient = context.recipient(recipient_id);
  if (recipient === undefined) return refused('recipient.not_found');
  const channel = paidChannelNamed(name);
  const source = from === 'dashboard' ? 'dashboard' : 'inbox';
  const { businessId, now: stoppedAt } = context;
  const { stop, stoppedBy } = paidChannels[channel];
  if (recipient[stop] === null) {
    context.set.recipients.save({ ...recipient, ...stoppedBy(source, stoppedAt) });
  }
  if (recipient.phone !== null) {
    const numberHash = context.rules.hash('number', recipient.phone);
    context.set.numberStops.save({ businessId, numberHash, channel, source, stoppedAt });
  }
  return NOTED;
};
