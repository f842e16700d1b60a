import type { Sql } from '../runtime/database';
import { write, writeAll } from './table';
import * as tables from './tables';
import type { WorkingSet } from './working-set';

/** Writes every row that the batch touched, in one statement however many there are. */
export async function store(sql: Sql, { written }: WorkingSet): Promise<void> {
  await writeAll(sql, [
    ...write(tables.idempotencyRecords, written.idempotencyRecords),
    ...write(tables.commandOutcomes, written.commandOutcomes),
    ...write(tables.businesses, written.businesses),
    ...write(tables.apiKeys, written.apiKeys),
    ...write(tables.creditEntries, written.creditEntries),
    ...write(tables.recipients, written.recipients),
    ...write(tables.messages, written.messages),
    ...write(tables.sends, written.sends),
    ...write(tables.events, written.events),
  ]);
}
