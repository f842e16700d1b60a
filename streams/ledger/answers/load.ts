import type { Sql } from '../../runtime/postgres/database';
import type { Needs } from '../store/needs';
import type { WorkingSet } from '../store/working-set';
import { type IdempotencyRecord, idempotencyRecords as idempotencyRecordsTable } from './tables';

/** Loads the stored outcomes of the Idempotency-Keys in the batch. */
export async function loadRecords(sql: Sql, set: WorkingSet, { identities }: Needs): Promise<void> {
  if (identities.length === 0) return;
  const values = [identities.map(({ businessId }) => businessId), identities.map(({ keyHash }) => keyHash)];
  set.idempotencyRecords.load(await sql.query<IdempotencyRecord>(RECORDS, values));
}

const RECORDS = {
  name: 'ledger-load-idempotency-records',
  text: `
    SELECT ${idempotencyRecordsTable.select('r')}
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, key_hash)
    JOIN idempotency_records r USING (business_id, key_hash)`,
};
