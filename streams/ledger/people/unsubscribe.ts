import type { Unsubscribe } from '../../../schemas/generated/command';
import { NOTED, refused, type Decide } from '../decision';

/** From now on no channel announces an update of the business, for good. That outlives even an erasure (CONSENT-16). */
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
