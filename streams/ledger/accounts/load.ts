import type { Sql } from '../../runtime/postgres/database';
import type { Needs } from '../store/needs';
import type { WorkingSet } from '../store/working-set';
import {
  REVOKED_LATELY_MS,
  type ApiKey,
  type Business,
  type Endpoint,
  apiKeys as apiKeysTable,
  businesses as businessesTable,
  endpoints as endpointsTable,
} from './tables';

/** Loads the businesses whose commands are in the batch. */
export async function loadBusinesses(sql: Sql, set: WorkingSet, { businessIds }: Needs): Promise<void> {
  set.businesses.load(await sql.query<Business>(BUSINESSES, [businessIds]));
}

export async function loadKeys(
  sql: Sql,
  set: WorkingSet,
  { keysOf, revokedKeys }: Needs,
  earliestMs: number,
): Promise<void> {
  if (keysOf.length === 0) return;
  const values = [
    [...new Set(keysOf)],
    new Date(earliestMs - REVOKED_LATELY_MS),
    RECENTLY_REVOKED_KEYS,
    revokedKeys.map(({ businessId }) => businessId),
    revokedKeys.map(({ id }) => id),
  ];
  set.apiKeys.load(await sql.query<ApiKey>(KEYS, values));
}

export async function loadEndpoints(sql: Sql, set: WorkingSet, { endpointsOf }: Needs): Promise<void> {
  if (endpointsOf.length > 0) set.endpoints.load(await sql.query<Endpoint>(ENDPOINTS, [endpointsOf]));
}

const BUSINESSES = {
  name: 'ledger-load-businesses',
  text: `SELECT ${businessesTable.select('b')} FROM businesses b WHERE b.id = ANY ($1::text[])`,
};

/**
 * Far more than are revoked while a copy of one exists: a script that makes a key for each task revokes 50 a second.
 */
const RECENTLY_REVOKED_KEYS = 200;

/**
 * The active keys, of which there are few; the keys that a command names, each with the keys revoked along with it,
 * because a repeated revocation lists all of them again; and the newest of the recently revoked keys.
 */
const KEYS = {
  name: 'ledger-load-keys',
  text: `
    WITH asked AS (
      SELECT k.business_id, k.id, k.revoked_at
      FROM unnest($4::text[], $5::text[]) AS asked (business_id, id) JOIN api_keys k USING (business_id, id)
    ), wanted AS (
      SELECT k.business_id, k.id FROM unnest($1::text[]) AS of_business (business_id) JOIN api_keys k USING (business_id)
      WHERE k.revoked_at IS NULL
      UNION
      SELECT lately.business_id, lately.id FROM unnest($1::text[]) AS of_business (business_id) CROSS JOIN LATERAL (
        SELECT * FROM api_keys
        WHERE api_keys.business_id = of_business.business_id AND api_keys.revoked_at > $2
        ORDER BY api_keys.revoked_at DESC LIMIT $3::int
      ) lately
      UNION
      SELECT business_id, id FROM asked
      UNION
      SELECT k.business_id, k.id FROM asked JOIN api_keys k USING (business_id, revoked_at)
    )
    SELECT ${apiKeysTable.select('k')} FROM wanted JOIN api_keys k USING (business_id, id)`,
};

const ENDPOINTS = {
  name: 'ledger-load-endpoints',
  text: `
    SELECT ${endpointsTable.select('w')} FROM webhook_endpoints w WHERE w.business_id = ANY ($1::text[])`,
};
