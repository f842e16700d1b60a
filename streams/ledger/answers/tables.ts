import { defineTable } from '../store/table';
import { recordKey } from '../store/row-keys';
import type { Answer } from '../../runtime/commands/command-processor';

/**
 * Whom an outcome names, so that it is erased with them: a recipient's id, or the keyed hash of an address without a
 * recipient. The id comes first, because a person who returns after an erasure has a new id.
 */
export interface Naming {
  readonly person: string | null;
  /** The same for each item of a batch. */
  readonly people: readonly (string | null)[] | null;
}

/** An outcome that spent its Idempotency-Key. */
export interface IdempotencyRecord extends Naming {
  readonly businessId: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly commandId: string;
  readonly status: number;
  readonly body: string;
  readonly expiresAt: Date;
}

/** An expired record is overwritten: after 24 hours the same key is a new request. */
export const idempotencyRecords = defineTable<IdempotencyRecord>('idempotency_records', {
  keyOf: recordKey,
  key: ['business_id', 'key_hash'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    key_hash: 'bytea',
    fingerprint: 'bytea',
    command_id: 'text',
    status: 'int',
    body: 'text',
    expires_at: 'timestamptz',
    person: 'text',
    people: 'jsonb',
  },
});

/** An outcome that spent no key, stored under its command id. */
export interface CommandOutcome extends Answer, Naming {
  readonly commandId: string;
  readonly businessId: string;
  readonly storedAt: Date;
}

export const commandOutcomes = defineTable<CommandOutcome>('command_outcomes', {
  keyOf: ({ commandId }) => commandId,
  key: ['command_id'],
  onConflict: 'replace',
  columns: {
    command_id: 'text',
    business_id: 'text',
    status: 'int',
    body: 'text',
    replayed: 'boolean',
    stored_at: 'timestamptz',
    person: 'text',
    people: 'jsonb',
  },
});
