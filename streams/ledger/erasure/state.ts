/** An erasure under way. It names nobody: what it looks for, it knows by id or by keyed hash. */
export interface Erasure {
  readonly businessId: string;
  /** The command that began it. */
  readonly id: string;
  readonly kind: 'recipient' | 'whatsapp';
  readonly recipientId: string | null;
  readonly addressHash: Buffer;
  /** Keyed hashes of the numbers it has come across: the two held last, and those of the sends that are gone. */
  readonly numbers: readonly string[];
  readonly keyHash: Buffer | null;
  readonly fingerprint: Buffer | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly startedAt: Date;
}

/** An event on its way to an endpoint, as far as the ledger knows of it. */
export interface QueuedDelivery {
  readonly businessId: string;
  readonly endpointId: string;
  readonly eventId: string;
}
