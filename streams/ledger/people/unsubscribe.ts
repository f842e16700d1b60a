import type { Unsubscribe } from '../../../schemas/generated/command';
import { NOTED, refused, type Decide } from '../decision';

/** None of the business's updates is announced any more, on any channel, for good (2.3): it outlives even an erasure. */
export const unsubscribe: Decide<Unsubscribe> = (context, { recipient_id }) => {
  const recipient = context.recipient(recipient_id);
  if (recipient === undefined) return refused('recipient.not_found');
  if (recipient.unsubscribedAt !== null) return NOTED;
  const { businessId, now } = context;
  context.set.recipients.save({ ...recipient, unsubscribedAt: now });
  const addressHash = context.rules.hash('address', recipient.email);
  context.set.suppressions.save({ businessId, addressHash, kind: 'unsubscribed', suppressedAt: now });
  return NOTED;
};
