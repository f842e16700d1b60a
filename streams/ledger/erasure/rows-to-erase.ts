import type { QueuedDelivery } from './tables';
import type { IdempotencyRecord } from '../answers/tables';
import type { Send } from '../delivery/tables';
import type { Message } from '../messages/tables';
import type { ErasedInSteps } from './erased-tables';

/** A row of which only the id matters. */
export interface Named {
  readonly businessId: string;
  readonly id: string;
}

/** What a step needs to know of the rows of each table that is erased in steps. */
interface ErasableRows {
  readonly messages: readonly Message[];
  readonly sends: readonly Send[];
  readonly events: readonly Named[];
  /** Deliveries of the events to endpoints, ended or not. */
  readonly deliveries: readonly QueuedDelivery[];
  readonly replies: readonly (Named & { readonly forwardAutoReplyId: string | null })[];
  /** Stored outcomes that name the person, including those of batches. */
  readonly idempotencyRecords: readonly IdempotencyRecord[];
  readonly commandOutcomes: readonly Named[];
  /**
   * An automatic reply that a sender has taken is a mark without text. The only emails here forward replies to the
   * business.
   */
  readonly autoReplies: readonly (Named & { readonly isWaitingForward: boolean })[];
  readonly shortLinks: readonly Named[];
  readonly deadLetters: readonly Named[];
}

/** What one step of an erasure removes: a bounded number of rows of each table. */
export type RowsToErase = { readonly [Table in ErasedInSteps]: ErasableRows[Table] } & {
  /** True: a table has more rows than one step removes. */
  readonly more: boolean;
};

/** Numbers that the sends name, each once. */
export function phonesOf(sends: readonly Send[]): string[] {
  return [...new Set(sends.flatMap(({ phone }) => phone ?? []))];
}

export const NOTHING_TO_ERASE: RowsToErase = {
  messages: [],
  sends: [],
  events: [],
  deliveries: [],
  replies: [],
  idempotencyRecords: [],
  commandOutcomes: [],
  autoReplies: [],
  shortLinks: [],
  deadLetters: [],
  more: false,
};
