import type { CreateKey } from '../../../schemas/generated/command';
import { apiKeyOf, apiKeyView } from './key-view';
import { refused, type Decide } from '../decision';

/** Specification 5.5. */
const MAX_ACTIVE_KEYS = 25;

/** Operation 9: a key is a child of the key that made it, unless it is detached; one from the dashboard has no parent. */
export const createKey: Decide<CreateKey> = (context, { key, minted_by: mintedBy, detach }) => {
  const { businessId, set } = context;
  if (context.business() === undefined) return refused('business.not_found');
  const active = set.apiKeys.by('business', businessId);
  // Its maker may have been revoked while the request was under way: a leaked key must not outlive itself in a child.
  const isOrphan = mintedBy !== null && !active.some(({ id }) => id === mintedBy);
  if (isOrphan) return refused('business.invalid_api_key');
  if (active.length >= MAX_ACTIVE_KEYS) return refused('key.limit_reached');
  const apiKey = { ...apiKeyOf(context, key), mintedBy, detached: detach };
  set.apiKeys.save(apiKey);
  return { status: 201, body: apiKeyView(apiKey) };
};
