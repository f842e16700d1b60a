import { spendsKey } from '../../../streams/rules/spent-key';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { UNDER_WAY_STATUS } from '../../../streams/runtime/commands/outcomes';
import type { Clock } from '../../shared/clock';
import { replyWith } from '../../shared/command-gateway';
import { errorReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { KeyedDependencies } from '../../shared/requests/keyed-operation';
import type { KeyLeases } from './key-lease';

/**
 * Runs the work under a lease of the key, unless a twin holds it. The ledger decides whether the key was spent before.
 */
export function idempotentWrite(leases: KeyLeases, spentKey: SpentKeyReply): KeyedDependencies['underLease'] {
  return async (businessId, request, work) => {
    const lease = await leases(request.key_hash);
    if (lease.outcome === 'taken') {
      // If the holder died after its command was applied, the outcome is stored, so this request need not wait for the
      // lease.
      return (await spentKey(businessId, request)) ?? errorReply('idempotency.request_in_progress');
    }
    let reply: HttpReply | undefined;
    try {
      reply = await work();
    } finally {
      const released = lease.release();
      // A caller that retries at once must not meet its own lease. With a spent key it gets the stored answer anyway.
      if (reply === undefined || !spendsKey(reply.status)) await released;
    }
    return reply;
  };
}

/** The stored answer to a spent key, for a request that may not spend one and so does not reach the ledger. */
type SpentKeyReply = KeyedDependencies['spentKey'];

export function spentKeyReply(sql: Sql, clock: Clock): SpentKeyReply {
  return async (businessId, { key_hash, fingerprint }) => {
    const [spent] = await sql.query<SpentKey>(FIND_SPENT, [businessId, key_hash, new Date(clock.now())]);
    if (spent === undefined) return undefined;
    if (!spent.fingerprint.equals(fingerprint)) return errorReply('idempotency.key_reused');
    if (spent.status === UNDER_WAY_STATUS) return undefined;
    // An erased person is gone at once; the stored answer is deleted later.
    if (spent.erased) return spent.isBatch ? undefined : errorReply('message.not_found');
    return replyWith({ status: spent.status, body: spent.body, replayed: true });
  };
}

interface SpentKey {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
  readonly isBatch: boolean;
  /** A person named in the answer is no longer a recipient. */
  readonly erased: boolean;
}

/**
 * A subquery looks up each person by key. With a join, PostgreSQL read all recipients of a business on some statistics.
 */
const FIND_SPENT = {
  name: 'ingress-spent-key',
  text: `
    SELECT fingerprint, status, body, people IS NOT NULL AS "isBatch", EXISTS (
      SELECT FROM jsonb_array_elements_text(coalesce(people, jsonb_build_array(person))) AS named (id)
      WHERE named.id LIKE 'rcp\\_%' AND (
        SELECT r.id FROM recipients r WHERE r.business_id = $1 AND r.id = named.id
      ) IS NULL
    ) AS erased
    FROM idempotency_records
    WHERE business_id = $1 AND key_hash = $2 AND expires_at > $3`,
};
