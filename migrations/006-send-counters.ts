import type { Knex } from 'knex';

/** What senders write down: how much of the caps is used, which attempts are not to go. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE send_counters (
      business_id text NOT NULL,
      counter text NOT NULL,
      period text NOT NULL,
      used int NOT NULL,
      PRIMARY KEY (business_id, counter, period)
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE send_counters IS 'Sends of a business by day or month (UTC), each counted with its first attempt.';

    ALTER TABLE send_attempts ADD COLUMN skipped_reason text;
    COMMENT ON COLUMN send_attempts.skipped_reason IS 'A gate refused it at the last moment: the provider is not called. Written down so that no repeat decides otherwise.';
  `);
}
