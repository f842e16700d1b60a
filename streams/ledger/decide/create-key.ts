import type { CreateKey } from '../../../schemas/generated/command';
import { apiKeyOf, apiKeyView } from '../answers';
import { refused, type Decide } from '../decision';

const MAX_ACTIVE_KEYS = 25;

/** A key from the dashboard: it has no parent (specification 4, operation 9). */
export const createKey: Decide<CreateKey> = (state, command, { key }) => {
  if (state.business(command.businessId) === undefined) return refused(404, 'business.not_found');
  if (state.activeKeys(command.businessId) >= MAX_ACTIVE_KEYS) return refused(409, 'key.limit_reached');
  const apiKey = apiKeyOf(command, key);
  return { status: 201, body: apiKeyView(apiKey), changes: { apiKeys: [apiKey] }, outputs: [] };
};
