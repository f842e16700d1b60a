import type { CreateKey } from '../../../schemas/generated/command';
import { apiKeyOf, apiKeyView } from './key-view';
import { refused, type Decide } from '../decision';

/** See KEY-13. */
const MAX_ACTIVE_KEYS = 25;

/** A key remembers the key that made it, even if it is detached (KEY-7). A key from the dashboard has no maker. */
export const createKey: Decide<CreateKey> = (context, { key, minted_by: mintedBy, detach }) => {
  const { businessId, set } = context;
  if (context.business() === undefined) return refused('business.not_found');
  const active = set.apiKeys.by('business', businessId);
  // The maker may have been revoked during the request, and a leaked key must not outlive itself in a child (KEY-12).
  const isOrphan = mintedBy !== null && !active.some(({ id }) => id === mintedBy);
  if (isOrphan) return refused('business.invalid_api_key');
  if (active.length >= MAX_ACTIVE_KEYS) return refused('key.limit_reached');
  const apiKey = { ...apiKeyOf(context, key), mintedBy, detached: detach };
  set.apiKeys.save(apiKey);
  return { status: 201, body: apiKeyView(apiKey) };
};
