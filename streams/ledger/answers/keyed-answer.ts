import type { RequestIdentity } from '../../../schemas/generated/command';
import { spendsKey } from '../../rules/spent-key';
import type { Answer } from '../../runtime/commands/command-processor';
import { refused, UNDER_WAY, type Decision } from '../decision';
import { withoutErased } from '../erasure/redact';
import type { IdempotencyRecord, Naming } from './tables';
import type { CommandContext } from '../command-context';

const KEY_MEMORY_MS = 24 * 60 * 60 * 1_000;

/** An outcome, and the people whom it names. */
export interface NamedAnswer extends Answer, Naming {}

/**
 * Every success and every 422 spends the key (IDEM-8). For 24 hours a spent key answers with the stored outcome
 * (IDEM-4, IDEM-7), or with a conflict if the body differs (IDEM-5). Null: a later command answers.
 */
export function answerKeyed(
  context: CommandContext,
  identity: RequestIdentity,
  decide: () => Decision,
): NamedAnswer | null {
  const spent = answerOfSpent(context, identity);
  if (spent !== undefined) return spent;
  const { businessId, commandId, now, set } = context;
  const decision = decide();
  const answer = answerOf(decision);
  if (decision === UNDER_WAY || isFirstToSpend(answer)) {
    const { replayed: _first, ...outcome } = answer;
    const { key_hash: keyHash, fingerprint } = identity;
    const record = { businessId, commandId, keyHash, fingerprint, expiresAt: expiryOf(now), ...outcome };
    if (decision === UNDER_WAY) set.begin(record);
    else set.spend(record);
  }
  return decision === UNDER_WAY ? null : answer;
}

/** What a spent key answers; undefined while the key is free. */
export function answerOfSpent(
  context: CommandContext,
  identity: RequestIdentity,
): NamedAnswer | null | undefined {
  const record = context.set.idempotencyRecord(context.businessId, identity.key_hash);
  if (record === undefined || record.expiresAt <= context.now) return undefined;
  if (!record.fingerprint.equals(identity.fingerprint)) {
    return answerOf(refused('idempotency.key_reused'));
  }
  // The log may hold a command twice. Its first copy is under way and will answer the caller.
  if (isUnderWay(record)) return record.commandId === context.commandId ? null : answerOf(UNDER_WAY);
  return replay(context, record);
}

export function isFirstToSpend({ status, replayed }: Answer): boolean {
  return !replayed && spendsKey(status);
}

export function answerOf({ status, body, person = null, people = null }: Decision): NamedAnswer {
  return { status, body: JSON.stringify(body), replayed: false, person, people };
}

export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + KEY_MEMORY_MS);
}

function isUnderWay({ status }: IdempotencyRecord): boolean {
  return status === UNDER_WAY.status;
}

/** A person is gone from the first step of the erasure on, even if this record is not erased yet (ERASE-2). */
function replay(context: CommandContext, record: IdempotencyRecord): NamedAnswer {
  const { status, body, person, people } = withoutErased(record, (id) => context.recipient(id) === undefined);
  return { status, body, person, people, replayed: true };
}
