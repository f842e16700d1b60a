import type { CreateKey } from '../../../schemas/generated/command';
import { apiKeyOf, apiKeyView } from '../answers';
import { refused, type Decide } from '../decision';

const MAX_ACTIVE_KEYS = 25;

/** A key from the dashboard: it has no parent (specification 4, operation 9). */
export const createKey: Decide<CreateKey> = (turn, { key }) => {
  const { businessId, set } = turn;
  if (turn.business() === undefined) return refused(404, 'business.not_found');
  const active = set.activeKeys.get(businessId) ?? 0;
  if (active >= MAX_ACTIVE_KEYS) return refused(409, 'key.limit_reached');
  const apiKey = apiKeyOf(turn, key);
  set.apiKeys.save(apiKey);
  set.activeKeys.set(businessId, active + 1);
  return { status: 201, body: apiKeyView(apiKey) };
};
