import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { NewApiKey } from '../../../schemas/generated/command';
import type { CommandContext } from '../command-context';
import type { ApiKey } from './tables';

/** The key that a command makes, as it is kept. */
export function apiKeyOf(context: CommandContext, { sha256, last4, name, scopes }: NewApiKey): ApiKey {
  const { businessId, now } = context;
  return {
    businessId,
    id: context.id('key'),
    sha256,
    masked: `osk_…${last4}`,
    name,
    scopes,
    mintedBy: null,
    detached: false,
    createdAt: now,
    revokedAt: null,
  };
}

/** Specification 2.8 and D7; the key itself is added by whoever made it. */
export function apiKeyView(key: ApiKey): ResponseBody<'ApiKey'> {
  return {
    id: key.id,
    name: key.name,
    masked: key.masked,
    created: key.createdAt.toISOString(),
    minted_by: key.mintedBy,
    detached: key.detached,
    last_used_at: null,
    scopes: [...key.scopes],
  };
}
