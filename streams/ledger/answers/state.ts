import type { Answer } from '../../runtime/commands/command-processor';

/**
 * Whom an answer names, so that it can be erased with them: a recipient's id, or the keyed hash of an address that has no
 * recipient. An id goes before the hash, for whoever comes back after an erasure has a new one.
 */
export interface Naming {
  readonly person: string | null;
  /** The same for each item of a batch. */
  readonly people: readonly (string | null)[] | null;
}

/** An answer that spent its Idempotency-Key. */
export interface IdempotencyRecord extends Naming {
  readonly businessId: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly commandId: string;
  readonly status: number;
  readonly body: string;
  readonly expiresAt: Date;
}

/** An answer that spent no key, found by the id of its command. */
export interface CommandOutcome extends Answer, Naming {
  readonly commandId: string;
  readonly businessId: string;
  readonly storedAt: Date;
}
