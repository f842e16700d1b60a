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
 * Every table that the ledger holds rows of, in the order in which they are written. The working set, the loading, the
 * storing and the erasing derive from this list, so a table that is added here and forgotten there fails to compile.
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

/** Tables from which an erasure removes rows without reading them, and the column that holds the id. */
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
