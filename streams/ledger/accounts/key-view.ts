import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { NewApiKey } from '../../../schemas/generated/command';
import type { CommandContext } from '../command-context';
import type { ApiKey } from './tables';

/** The row of the key that a command makes. */
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

/**
 * A key as merchants see it (KEY-16). Only its hash is stored, so the service that made the key adds it to the answer
 * (KEY-3).
 */
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
