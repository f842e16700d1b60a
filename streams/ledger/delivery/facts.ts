import { RECENT_MS } from '../../channels/paid-gate';
import type { NumberFacts, PaidFacts } from '../../channels/paid-facts';
import type { AddressedMessage } from './domain-events';
import { textedStop } from '../people/texted-stops';
import type { CommandContext } from '../command-context';
import { hashKey, numberKey } from '../store/row-keys';
import { PAID_CHANNELS } from '../../../schemas/channels';

/** What the gates cannot read from stored rows about the nudge that they judge. */
export interface Asking {
  readonly phoneConflict: boolean;
  /** Now, or the time at which the nudge is due. */
  readonly goesAt: Date;
}

/** Everything that the gates of the paid channels read, as it is now. */
export function paidFacts(
  context: CommandContext,
  { message, recipient }: AddressedMessage,
  { phoneConflict, goesAt }: Asking = { phoneConflict: false, goesAt: context.now },
): PaidFacts {
  const held = recipient.phone === null ? 'none' : numberFacts(context, recipient.phone, recipient, goesAt);
  return {
    business: context.account(),
    recipient,
    number: phoneConflict ? 'conflict' : held,
    message,
    review: context.set.reviews.get(message.orderStatus ?? '')?.review ?? context.rules.defaultReview,
  };
}

function numberFacts(
  context: CommandContext,
  phone: string,
  { phoneCountry }: AddressedMessage['recipient'],
  goesAt: Date,
): NumberFacts {
  const { businessId, now, rules, set } = context;
  const numberHash = rules.hash('number', phone);
  const until = set.unreachableNumbers.get(hashKey(numberHash))?.until;
  const kept = set.numberStops.by('number', numberKey({ businessId, numberHash }));
  const since = goesAt.getTime() - RECENT_MS;
  return {
    country: phoneCountry ?? '',
    stoppedChannels: PAID_CHANNELS.filter(
      (channel) =>
        kept.some((stop) => stop.channel === channel) ||
        textedStop(context, channel, numberHash) !== undefined,
    ),
    unreachable: until !== undefined && until > now,
    recentSends: set.sends
      .by('number', `${businessId} ${phone}`)
      .filter(({ queuedAt, state }) => (queuedAt?.getTime() ?? 0) > since && !NEVER_WENT.includes(state))
      .length,
  };
}

const NEVER_WENT: readonly string[] = ['skipped', 'cancelled', 'rejected'];
