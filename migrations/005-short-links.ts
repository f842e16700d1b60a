import type { Knex } from 'knex';

/**
 * What the short links of texts and WhatsApp messages lead to. Found by code alone, for a link has no room for the business;
 * the index is for erasing a recipient, whose links must end with them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE short_links (
      code text PRIMARY KEY,
      business_id text NOT NULL,
      recipient_id text NOT NULL,
      message_id text NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX short_links_of_recipient ON short_links (business_id, recipient_id);
    COMMENT ON TABLE short_links IS 'Codes of inbox links in texts and WhatsApp messages, and whose inbox they open.';
  `);
}
