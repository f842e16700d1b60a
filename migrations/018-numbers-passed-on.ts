import type { Knex } from 'knex';

/** A batch may pass a number on from one recipient to another: who gives it up and who takes it are written in one statement. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX recipients_phone;
    ALTER TABLE recipients ADD CONSTRAINT recipients_phone UNIQUE (business_id, phone) DEFERRABLE INITIALLY IMMEDIATE;
    COMMENT ON CONSTRAINT recipients_phone ON recipients IS 'Deferrable: asked when a statement ends, not at each of its rows.';

    CREATE INDEX whatsapp_replies_heard ON whatsapp_replies (provider_id);
  `);
}
