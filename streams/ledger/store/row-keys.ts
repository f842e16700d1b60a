import type { IdempotencyRecord } from '../answers/state';
import type { Attempt, Timer } from '../delivery/state';
import type { NumberStop, Suppression, TextedStop } from '../people/state';

// What tells the rows of a table apart within a batch.

export function attemptKey({ sendId, attempt }: Pick<Attempt, 'sendId' | 'attempt'>): string {
  return `${sendId} ${attempt}`;
}

export function timerKey({ subjectId, kind }: Pick<Timer, 'subjectId' | 'kind'>): string {
  return `${subjectId} ${kind}`;
}

export function numberKey({ businessId, numberHash }: Pick<NumberStop, 'businessId' | 'numberHash'>): string {
  return `${businessId} ${hashKey(numberHash)}`;
}

export function textedKey({
  numberHash,
  ownNumber,
  channel,
}: Pick<TextedStop, 'numberHash' | 'ownNumber' | 'channel'>): string {
  return `${hashKey(numberHash)} ${ownNumber} ${channel}`;
}

export function addressKey({
  businessId,
  addressHash,
}: Pick<Suppression, 'businessId' | 'addressHash'>): string {
  return `${businessId} ${hashKey(addressHash)}`;
}

export function hashKey(hash: Buffer): string {
  return hash.toString('base64');
}

export function recordKey({
  businessId,
  keyHash,
}: Pick<IdempotencyRecord, 'businessId' | 'keyHash'>): string {
  return `${businessId} ${hashKey(keyHash)}`;
}
