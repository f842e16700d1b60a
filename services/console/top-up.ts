import type { IdempotencyClaim } from '../../schemas/generated/command';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import type { Handler } from '../shared/http/route';
import { identifyRequest, readIdempotencyKey } from '../shared/requests/idempotency';
import { parseJsonBody } from '../shared/requests/json-body';
import type { KeyedHash } from '../shared/requests/keyed-hash';
import { answeredWithInputs, refusalOf } from '../shared/requests/refusal';
import { nullable, required, text, whole } from '../../schemas/values/fields';
import { onBusiness } from './on-business';
import { readBody } from '../shared/requests/read-body';

export interface TopUpDependencies {
  readonly gateway: CommandGateway;
  readonly sql: Sql;
  readonly hash: KeyedHash;
  readonly clock: Clock;
}

/**
 * `POST /admin/v1/businesses/{id}/credits`. Operators are few, so the ledger alone tells a repeat: there is no lease and
 * no look-up before it. A body at fault goes there too, for it spends its key, or meets one that is spent.
 */
export function topUp({ gateway, sql, hash, clock }: TopUpDependencies): Handler {
  return onBusiness(async (request, businessId) => {
    const key = readIdempotencyKey(request.headers);
    if (!key.ok) return validationReply([key.fault]);
    const body = parseJsonBody(request.body);
    const idempotency = identifyRequest(hash, {
      businessId,
      operation: 'top up',
      key: key.key,
      pathParameters: [businessId],
      body: body.identity,
    });
    const read = readBody(body, FIELDS);
    if (!read.ok && read.unstorable) {
      const spent = await isSpent(sql, businessId, idempotency, clock.now());
      return spent ? errorReply('idempotency.key_reused') : validationReply(read.faults);
    }
    const wish = read.ok ? { TopUp: read.values } : refusalOf(read.faults);
    const reply = await gateway.send(request, { business_id: businessId, idempotency, body: wish });
    return answeredWithInputs(reply, body);
  });
}

const FIELDS = {
  amount: required(whole(1, 1_000_000_000)),
  note: nullable(text({ max: 500 })),
};

/**
 * A text that cannot be stored leaves its key as it was, so it never reaches the ledger. A key that is spent was then
 * spent on another body.
 */
async function isSpent(
  sql: Sql,
  businessId: string,
  { key_hash }: IdempotencyClaim,
  nowMs: number,
): Promise<boolean> {
  const rows = await sql.query(FIND_SPENT, [businessId, key_hash, new Date(nowMs)]);
  return rows.length > 0;
}

const FIND_SPENT = {
  name: 'console-spent-key',
  text: 'SELECT 1 FROM idempotency_records WHERE business_id = $1 AND key_hash = $2 AND expires_at > $3',
};
