import type { TableName } from '../store/tables';

/**
 * How the rows of a table are erased with the person whom they name:
 *
 * - `names nobody`: there is nothing to erase.
 * - `kept by hash`: they hold only a keyed hash, and outlive the person on purpose.
 * - `at once`: the first command of the erasure removes them.
 * - `in steps`: there may be many, so each step removes some of them.
 * - `with its send`: they are removed together with their send.
 */
type Erasing = 'names nobody' | 'kept by hash' | 'at once' | 'in steps' | 'with its send';

/**
 * The tables of the ledger, and those of senders and of the log that name people too. A table of the ledger that is
 * missing here fails to compile. So does a table `in steps` without its rows in `rows-to-erase.ts` or its removal in
 * `erase-chunk.ts`.
 */
export const erasedTables = {
  idempotencyRecords: 'in steps',
  commandOutcomes: 'in steps',
  businesses: 'names nobody',
  apiKeys: 'names nobody',
  creditEntries: 'names nobody',
  recipients: 'at once',
  messages: 'in steps',
  sends: 'in steps',
  attempts: 'with its send',
  timers: 'with its send',
  numberStops: 'kept by hash',
  suppressions: 'kept by hash',
  platformSuppressions: 'kept by hash',
  unreachableNumbers: 'kept by hash',
  reviews: 'names nobody',
  events: 'in steps',
  endpoints: 'names nobody',
  enabledEndpoints: 'names nobody',
  acknowledgements: 'at once',
  erasures: 'kept by hash',
  textedStops: 'kept by hash',
  replies: 'in steps',
  autoReplies: 'in steps',
  deliveries: 'in steps',
  shortLinks: 'in steps',
  deadLetters: 'in steps',
} as const satisfies Record<TableName | 'shortLinks' | 'deadLetters', Erasing>;

export type ErasedInSteps = {
  [Name in keyof typeof erasedTables]: (typeof erasedTables)[Name] extends 'in steps' ? Name : never;
}[keyof typeof erasedTables];
