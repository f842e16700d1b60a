import { errorStatus, type ErrorBody } from '../../../schemas/api/errors';
import { failedItem } from '../messages/batch-items';
import type { IdempotencyRecord } from '../answers/tables';

/**
 * The stored outcome without the people who are gone. The key stays spent and answers 404, so a blind retry never
 * brings an erased person back (ERASE-9). In a batch only their items change.
 */
export function withoutErased(
  record: IdempotencyRecord,
  isGone: (recipientId: string) => boolean,
): IdempotencyRecord {
  const isErased = (person: string | null): boolean =>
    person !== null && isRecipient(person) && isGone(person);
  if (isErased(record.person)) return withoutPerson(record);
  const { people } = record;
  if (people?.some(isErased) !== true) return record;
  const { results } = JSON.parse(record.body) as { results: readonly object[] };
  const body = {
    results: results.map((item, index) => (isErased(people[index] ?? null) ? failedItem(index, GONE) : item)),
  };
  return {
    ...record,
    body: JSON.stringify(body),
    people: people.map((person) => (isErased(person) ? null : person)),
  };
}

/** The stored outcome reduced to a 404 that names nobody. */
export function withoutPerson(record: IdempotencyRecord): IdempotencyRecord {
  return { ...record, status: errorStatus[GONE.error_code], body: JSON.stringify(GONE), person: null };
}

/** An outcome names other people by a keyed hash in base64, which has no underscore. */
export function isRecipient(person: string): boolean {
  return person.startsWith('rcp_');
}

const GONE: ErrorBody = { error_code: 'message.not_found' };
