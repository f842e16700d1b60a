import { spendsKey } from '../../../streams/rules/spent-key';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { UNDER_WAY_STATUS } from '../../../streams/runtime/commands/outcomes';
import type { Clock } from '../../shared/clock';
import { replyWith } from '../../shared/command-gateway';
import { errorReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { KeyedDependencies } from '../../shared/requests/keyed-operation';
import type { KeyLeases } from './key-lease';

/** Does the work unless a twin is doing it. Whether the key was spent before is for the ledger to say. */
export function idempotentWrite(leases: KeyLeases, spentKey: SpentKeyReply): KeyedDependencies['write'] {
  return async (businessId, request, work) => {
    const lease = await leases(request.key_hash);
    if (lease.outcome === 'taken') {
      // The holder may have died after its command was applied: then the outcome is there, and nobody has to wait.
      return (await spentKey(businessId, request)) ?? errorReply('idempotency.request_in_progress');
    }
    let reply: HttpReply | undefined;
    try {
      reply = await work();
    } finally {
      const released = lease.release();
      // A caller that comes back at once must not meet its own lease, unless the key is spent: then it is answered all the same.
      if (reply === undefined || !spendsKey(reply.status)) await released;
    }
    return reply;
  };
}

/** The answer to a spent key, for a request that the ledger is not asked about because it may not spend one. */
type SpentKeyReply = KeyedDependencies['spentKey'];

export function spentKeyReply(sql: Sql, clock: Clock): SpentKeyReply {
  return async (businessId, { key_hash, fingerprint }) => {
    const [spent] = await sql.query<SpentKey>(FIND_SPENT, [businessId, key_hash, new Date(clock.now())]);
    if (spent === undefined) return undefined;
    if (!spent.fingerprint.equals(fingerprint)) return errorReply('idempotency.key_reused');
    if (spent.status === UNDER_WAY_STATUS) return undefined;
    // Whoever is erased is gone at once; the stored answer follows.
    if (spent.erased) return spent.isBatch ? undefined : errorReply('message.not_found');
    return replyWith({ status: spent.status, body: spent.body, replayed: true });
  };
}

interface SpentKey {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
  readonly isBatch: boolean;
  /** Somebody whom it names is no recipient any more. */
  readonly erased: boolean;
}

/** A subquery looks each person up by key. A join made Postgres read all recipients of a business on some statistics. */
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
