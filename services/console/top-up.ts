import type { RequestIdentity } from '../../schemas/generated/command';
import { nullable, required, text, whole } from '../../schemas/values/fields';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply } from '../shared/http/errors';
import type { Handler } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import type { KeyedHash } from '../shared/requests/keyed-hash';
import { keyedOperation } from '../shared/requests/keyed-operation';
import { readPathParameter } from '../shared/requests/path-parameter';
import { readBody } from '../shared/requests/read-body';
import { onBusiness } from './on-business';

/** What a top-up needs (OPER-9). */
export interface TopUpDependencies {
  readonly gateway: CommandGateway;
  readonly sql: Sql;
  readonly hash: KeyedHash;
  readonly clock: Clock;
}

/**
 * `POST /admin/v1/businesses/{id}/credits`. Only the ledger recognises a repeat. Operators are few, so a lease or a
 * look-up before the command would save nothing.
 */
export function topUp({ gateway, sql, hash, clock }: TopUpDependencies): Handler {
  const keyed = keyedOperation(
    {
      gateway,
      hash,
      underLease: (_businessId, _claim, work) => work(),
      // A text that cannot be stored never reaches the ledger, so a key that is spent was spent on another body.
      spentKey: async (businessId, identity) =>
        (await isSpent(sql, businessId, identity, clock.now()))
          ? errorReply('idempotency.key_reused')
          : undefined,
    },
    {
      name: 'top up',
      path: (request) => readPathParameter(request, 'id'),
      body: parseJsonBody,
      understand: ({ body }) => {
        const read = readBody(body, FIELDS);
        if (!read.ok) return { ok: false, faults: read.faults, spendsKey: !read.unstorable };
        return { ok: true, command: { TopUp: read.values } };
      },
    },
  );
  return onBusiness((request, businessId) => keyed(request, { businessId, countRequests: unlimited }));
}

/** Operators have no rate limit. */
const unlimited = (): Promise<undefined> => Promise.resolve(undefined);

const FIELDS = {
  amount: required(whole(1, 1_000_000_000)),
  note: nullable(text({ max: 500 })),
};

async function isSpent(
  sql: Sql,
  businessId: string,
  { key_hash }: RequestIdentity,
  nowMs: number,
): Promise<boolean> {
  const rows = await sql.query(FIND_SPENT, [businessId, key_hash, new Date(nowMs)]);
  return rows.length > 0;
}

const FIND_SPENT = {
  name: 'console-spent-key',
  text: 'SELECT 1 FROM idempotency_records WHERE business_id = $1 AND key_hash = $2 AND expires_at > $3',
};
