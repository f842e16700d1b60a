import type { Knex } from 'knex';

/** An event counts against its endpoint after 20 hours of retries: until then nothing said since when none had got through. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook_endpoints ADD COLUMN failing_since timestamptz;
    UPDATE webhook_endpoints SET failing_since = coalesce(last_success_at, created_at) WHERE last_error IS NOT NULL;
    COMMENT ON COLUMN webhook_endpoints.failing_since IS
      'The first attempt that failed since the last success; null where the last attempt succeeded.';
  `);
}
