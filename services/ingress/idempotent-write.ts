import type { IdempotencyClaim } from '../../schemas/generated/command';
import type { Sql } from '../../streams/runtime/database';
import type { Clock } from '../shared/clock';
import { replyWith } from '../shared/command-gateway';
import { errorReply } from '../shared/http/errors';
import type { Reply } from '../shared/http/reply';
import type { Caller } from './authenticate';
import type { Claims } from './idempotency-claim';

/** Does the work unless the key was spent or a twin is doing it. */
export type IdempotentWrite = (
  caller: Caller,
  request: IdempotencyClaim,
  work: () => Promise<Reply>,
) => Promise<Reply>;

export interface IdempotentWriteDependencies {
  readonly sql: Sql;
  readonly claims: Claims;
  readonly clock: Clock;
}

/**
 * The spent key is looked for before the claim: a twin whose outcome is stored is replayed even while the first is still
 * letting go. What slips between the two steps meets the ledger, which asks the same questions under its lock.
 */
export function idempotentWrite({ sql, claims, clock }: IdempotentWriteDependencies): IdempotentWrite {
  return async ({ businessId }, request, work) => {
    const spent = await findSpent(sql, businessId, request.key_hash, clock.now());
    if (spent !== undefined) {
      if (!spent.fingerprint.equals(request.fingerprint)) return errorReply('idempotency.key_reused');
      return replyWith({ status: spent.status, body: spent.body, replayed: true });
    }
    const claim = await claims(request.key_hash);
    if (claim.outcome === 'taken') return errorReply('idempotency.request_in_progress');
    try {
      return await work();
    } finally {
      // Before the answer leaves: a caller that comes back at once must not meet its own claim.
      await claim.release();
    }
  };
}

interface SpentKey {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

async function findSpent(
  sql: Sql,
  businessId: string,
  keyHash: Buffer,
  nowMs: number,
): Promise<SpentKey | undefined> {
  const [spent] = await sql.query<SpentKey>(FIND_SPENT, [businessId, keyHash, new Date(nowMs)]);
  return spent;
}

const FIND_SPENT = {
  name: 'ingress-spent-key',
  text: `
    SELECT fingerprint, status, body
    FROM idempotency_records
    WHERE business_id = $1 AND key_hash = $2 AND expires_at > $3`,
};
