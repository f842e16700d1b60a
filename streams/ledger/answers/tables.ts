import { defineTable } from '../store/table';
import { recordKey } from '../store/row-keys';
import type { CommandOutcome, IdempotencyRecord } from './state';

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
