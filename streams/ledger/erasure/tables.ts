import { defineTable } from '../store/table';

/** An erasure under way. It names nobody: it finds rows by an id or by a keyed hash. */
export interface Erasure {
  readonly businessId: string;
  /** The command that began it. */
  readonly id: string;
  readonly kind: 'recipient' | 'whatsapp';
  readonly recipientId: string | null;
  readonly addressHash: Buffer;
  /** Keyed hashes of the numbers that it has met: the two held last, and those of the sends it has removed. */
  readonly numbers: readonly string[];
  readonly keyHash: Buffer | null;
  readonly fingerprint: Buffer | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly startedAt: Date;
}

export const erasures = defineTable<Erasure>('erasures', {
  keyOf: ({ id }) => id,
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    kind: 'text',
    recipient_id: 'text',
    address_hash: 'bytea',
    numbers: 'jsonb',
    key_hash: 'bytea',
    fingerprint: 'bytea',
    counts: 'jsonb',
    started_at: 'timestamptz',
  },
});

/** A delivery of an event to an endpoint, as far as the ledger knows it. */
export interface QueuedDelivery {
  readonly businessId: string;
  readonly endpointId: string;
  readonly eventId: string;
}

/** The dispatcher writes these rows; an erasure removes them. */
export const deliveries = defineTable<QueuedDelivery>('webhook_deliveries', {
  keyOf: ({ endpointId, eventId }) => `${endpointId} ${eventId}`,
  key: ['business_id', 'endpoint_id', 'event_id'],
  onConflict: 'fail',
  columns: { business_id: 'text', endpoint_id: 'text', event_id: 'text' },
});
