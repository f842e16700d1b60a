import type { Knex } from 'knex';

/** A business may revoke any number of keys: those in force, and the newest of the others, are found without reading the rest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX api_keys_in_force ON api_keys (business_id) WHERE revoked_at IS NULL;
    CREATE INDEX api_keys_revoked ON api_keys (business_id, revoked_at) WHERE revoked_at IS NOT NULL;
    CREATE INDEX api_keys_revoked_age ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;
  `);
}
