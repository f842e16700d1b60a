import type { RevokeKey } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { REVOKED_LATELY_MS, type ApiKey } from './tables';
import type { CommandContext } from '../command-context';

/**
 * Operation 10. The answer names what must be forgotten everywhere, also where the key had been revoked before: whoever
 * asked then may not have got as far as telling everybody. Of keys made for a day each there are thousands in the end, too
 * many to tell of.
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

/** The key, the keys it made and did not detach, theirs, and so on. */
function familyOf(context: CommandContext, key: ApiKey): ApiKey[] {
  const children = context.set.apiKeys.by('maker', key.id).filter(({ detached }) => !detached);
  return [key, ...children.flatMap((child) => familyOf(context, child))];
}
