import { apiKeys, businesses, creditEntries, enabledEndpoints, endpoints } from '../accounts/tables';
import { commandOutcomes, idempotencyRecords } from '../answers/tables';
import { attempts, events, reviews, sends, timers } from '../delivery/tables';
import { deliveries, erasures } from '../erasure/tables';
import { messages } from '../messages/tables';
import {
  acknowledgements,
  autoReplies,
  numberStops,
  platformSuppressions,
  recipients,
  replies,
  suppressions,
  textedStops,
  unreachableNumbers,
} from '../people/tables';

/**
 * Every table that the ledger holds rows of. The working set, what is loaded, what is stored and what an erasure does with
 * it derive from this list, so a table that is added here and forgotten there does not compile. Rows are written in this
 * order.
 */
export const tables = {
  idempotencyRecords,
  commandOutcomes,
  businesses,
  apiKeys,
  creditEntries,
  recipients,
  messages,
  sends,
  attempts,
  timers,
  numberStops,
  suppressions,
  platformSuppressions,
  unreachableNumbers,
  reviews,
  events,
  endpoints,
  enabledEndpoints,
  acknowledgements,
  erasures,
  textedStops,
  replies,
  autoReplies,
  deliveries,
};

export type TableName = keyof typeof tables;

/** Tables of which an erasure removes rows that were not read, and the column by which it does. */
export const removedById = {
  events: 'id',
  send_attempts: 'send_id',
  timers: 'subject_id',
  whatsapp_replies: 'id',
  command_outcomes: 'command_id',
  auto_replies: 'id',
  short_links: 'code',
  dead_letters: 'id',
} as const;

export type RemovedById = keyof typeof removedById;
