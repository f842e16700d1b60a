import type { CommandGateway } from '../../shared/command-gateway';
import type { KeyedHash } from '../../shared/requests/keyed-hash';
import type { IdempotentWrite, SpentKeyReply } from './idempotent-write';

/** What every operation that takes an Idempotency-Key works with. */
export interface WriteDependencies {
  readonly gateway: CommandGateway;
  readonly hash: KeyedHash;
  readonly write: IdempotentWrite;
  readonly spentKey: SpentKeyReply;
}
