import type { Knex } from 'knex';

/**
 * A push that may update finds its message by the subject as well. By the recipient alone it read every updateable message that
 * they had: 20 ms where there were 20,000. No hash, so there is nothing to compare again: the longest subject takes 1,200 of
 * the 2,700 bytes that an entry may have. Byte by byte, which is what makes two subjects the same in any collation.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX messages_updateable_by_subject ON messages (business_id, recipient_id, subject COLLATE "C", id)
      WHERE kind = 'updateable' AND status = 'active';
    DROP INDEX messages_updateable;
  `);
}
