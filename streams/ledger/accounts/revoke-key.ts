import type { RevokeKey } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { REVOKED_LATELY_MS, type ApiKey } from './tables';
import type { CommandContext } from '../command-context';

/**
 * Revokes a key and its family (KEY-8). The answer lists the keys that every instance must forget, even if the key was
 * revoked before, because the earlier request may have failed before it reached every instance (KEY-11). Keys that were
 * revoked long ago are left out: if keys live for a day each, there are thousands of them in the end.
 */
export const revokeKey: Decide<RevokeKey> = (context, { key_id: keyId }) => {
  const key = context.set.apiKeys.get(keyId);
  if (key?.businessId !== context.businessId) return refused('key.not_found');
  const family = familyOf(context, key);
  const revoked = family
    .filter(
      ({ revokedAt }) =>
        revokedAt === null || revokedAt.getTime() + REVOKED_LATELY_MS > context.now.getTime(),
    )
    .map(({ sha256 }) => sha256.toString('base64url'));
  if (key.revokedAt !== null) {
    const { status, body } = refused('key.not_found');
    return { status, body: { ...body, revoked } };
  }
  for (const member of family) {
    if (member.revokedAt === null) context.set.apiKeys.save({ ...member, revokedAt: context.now });
  }
  return { status: 200, body: { revoked } };
};

/** The key, the keys that it made and did not detach, the keys that those made, and so on. */
function familyOf(context: CommandContext, key: ApiKey): ApiKey[] {
  const children = context.set.apiKeys.by('maker', key.id).filter(({ detached }) => !detached);
  return [key, ...children.flatMap((child) => familyOf(context, child))];
}
