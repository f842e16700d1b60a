import type { Knex } from 'knex';

/** Settings of a business and scopes of a key; what a message's view and the list of messages need. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE businesses
      ADD COLUMN version bigint NOT NULL DEFAULT 1,
      ADD COLUMN plan text NOT NULL DEFAULT 'active' CHECK (plan IN ('active', 'past_due', 'lapsed')),
      ADD COLUMN period_ends_at timestamptz,
      ADD COLUMN email_allowance int,
      ADD COLUMN email_daily_cap int NOT NULL DEFAULT 10000,
      ADD COLUMN requests_per_second int NOT NULL DEFAULT 100,
      ADD COLUMN burst int NOT NULL DEFAULT 200,
      ADD COLUMN default_country text,
      ADD COLUMN sending_domain text,
      ADD COLUMN sms_sender text,
      ADD COLUMN sms_mode text NOT NULL DEFAULT 'not_enabled',
      ADD COLUMN sms_allowed_countries jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN whatsapp_mode text NOT NULL DEFAULT 'not_enabled',
      ADD COLUMN whatsapp_forward_email text;
    COMMENT ON COLUMN businesses.version IS 'Counts changes of settings: of two copies the one with the higher is newer.';

    ALTER TABLE api_keys
      ADD COLUMN scopes jsonb NOT NULL DEFAULT '["messages", "recipients", "credits", "keys", "webhooks"]';

    ALTER TABLE messages
      ADD COLUMN reference text,
      ADD COLUMN order_status text,
      ADD COLUMN scheduled_for timestamptz,
      ADD COLUMN obsoleted_at timestamptz,
      ADD COLUMN retracted_at timestamptz;
    CREATE INDEX messages_of_recipient ON messages (business_id, recipient_id, id);
  `);
}
