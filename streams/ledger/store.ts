import type { Sql } from '../runtime/database';
import * as tables from './tables';
import type { WorkingSet } from './working-set';

/** Writes every row that the batch touched, in one statement per table however many there are. */
export async function store(sql: Sql, { written }: WorkingSet): Promise<void> {
  await tables.idempotencyRecords.write(sql, written.idempotencyRecords);
  await tables.commandOutcomes.write(sql, written.commandOutcomes);
  await tables.businesses.write(sql, written.businesses);
  await tables.apiKeys.write(sql, written.apiKeys);
  await tables.creditEntries.write(sql, written.creditEntries);
  await tables.recipients.write(sql, written.recipients);
  await tables.messages.write(sql, written.messages);
  await tables.sends.write(sql, written.sends);
  await tables.events.write(sql, written.events);
}
