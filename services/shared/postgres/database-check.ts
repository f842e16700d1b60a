import type { Sql } from '../../../streams/runtime/postgres/database';
import type { ReadinessCheck } from '../http/operational-routes';

/** The readiness check of the database, which every service needs. */
export function databaseCheck(sql: Sql): ReadinessCheck {
  return {
    name: 'database',
    required: true,
    probe: async () => (await sql.query(PROBE, [])).length === 1,
  };
}

const PROBE = { name: 'readiness', text: 'SELECT 1' };
