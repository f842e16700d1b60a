import type { IdempotencyClaim } from '../../schemas/generated/command';
import type { Answer } from '../runtime/command-processor';
import { refused, type Decision } from './decision';
import type { Turn } from './turn';

const KEY_MEMORY_MS = 24 * 60 * 60 * 1_000;

/** Specification 4.1, rules 3, 4 and 6, and D12: a key is spent by every success and every 422, and then answers for itself. */
export function answerKeyed(turn: Turn, claim: IdempotencyClaim, decide: () => Decision): Answer {
  const { businessId, now, set } = turn;
  const record = set.idempotencyRecord(businessId, claim.key_hash);
  if (record !== undefined && record.expiresAt > now) {
    return record.fingerprint.equals(claim.fingerprint)
      ? { status: record.status, body: record.body, replayed: true }
      : answerOf(refused(409, 'idempotency.key_reused'));
  }
  const answer = answerOf(decide());
  if (spendsKey(answer)) {
    set.spend({
      businessId,
      keyHash: claim.key_hash,
      fingerprint: claim.fingerprint,
      commandId: turn.commandId,
      status: answer.status,
      body: answer.body,
      expiresAt: new Date(now.getTime() + KEY_MEMORY_MS),
    });
  }
  return answer;
}

export function spendsKey({ status, replayed }: Answer): boolean {
  return !replayed && (status < 300 || status === 422);
}

export function answerOf({ status, body }: Decision): Answer {
  return { status, body: JSON.stringify(body), replayed: false };
}
