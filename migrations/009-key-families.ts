import type { Knex } from 'knex';

/** Which key made which, so that revoking one takes its children along. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE api_keys
      ADD COLUMN minted_by text,
      ADD COLUMN detached boolean NOT NULL DEFAULT false,
      ADD COLUMN last_used_at timestamptz;
    COMMENT ON COLUMN api_keys.minted_by IS 'Key that made this one through the API, also a detached one; null from the dashboard.';
    COMMENT ON COLUMN api_keys.last_used_at IS 'Written by the ingress now and then, not by the ledger.';
  `);
}
