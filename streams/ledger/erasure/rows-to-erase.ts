import type { QueuedDelivery } from './tables';
import type { IdempotencyRecord } from '../answers/tables';
import type { Send } from '../delivery/tables';
import type { Message } from '../messages/tables';
import type { ErasedInSteps } from './erased-tables';

/** A row of which only its id matters. */
export interface Named {
  readonly businessId: string;
  readonly id: string;
}

/** The rows of each table that is erased in steps, as far as a step needs to know them. */
interface ErasableRows {
  readonly messages: readonly Message[];
  readonly sends: readonly Send[];
  readonly events: readonly Named[];
  /** Copies of the events at endpoints, told or not. */
  readonly deliveries: readonly QueuedDelivery[];
  readonly replies: readonly (Named & { readonly forwardAutoReplyId: string | null })[];
  /** Stored answers that name the person, batches among them. */
  readonly idempotencyRecords: readonly IdempotencyRecord[];
  readonly commandOutcomes: readonly Named[];
  /** One that a sender has taken is a mark without words. The only emails among them carry replies to the business. */
  readonly autoReplies: readonly (Named & { readonly isWaitingForward: boolean })[];
  readonly shortLinks: readonly Named[];
  readonly deadLetters: readonly Named[];
}

/** What one step of an erasure removes: at most so many rows of each table. */
export type RowsToErase = { readonly [Table in ErasedInSteps]: ErasableRows[Table] } & {
  /** A table had more than a step removes. */
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
