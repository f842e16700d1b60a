import type { Knex } from 'knex';

/** What answers a person by itself is called an automatic reply everywhere. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE notices RENAME TO auto_replies;
    ALTER INDEX notices_pkey RENAME TO auto_replies_pkey;
    ALTER INDEX notices_of_recipient RENAME TO auto_replies_of_recipient;
    ALTER INDEX notices_texted RENAME TO auto_replies_texted;
    ALTER TABLE whatsapp_replies RENAME COLUMN forward_notice_id TO forward_auto_reply_id;
  `);
}
