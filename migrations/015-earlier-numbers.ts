import type { Knex } from 'knex';

/** What stands under a number is found when its person is erased, also if the number has changed since. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE acknowledgements ADD COLUMN recipient_id text;
    CREATE INDEX acknowledgements_of_recipient ON acknowledgements (recipient_id);
    COMMENT ON COLUMN acknowledgements.recipient_id IS 'Who wrote from the number. Null where an earlier release wrote the row, for a day.';

    ALTER TABLE erasures ADD COLUMN numbers jsonb NOT NULL DEFAULT '[]';
    UPDATE erasures SET numbers = jsonb_build_array(encode(number_hash, 'base64')) WHERE number_hash IS NOT NULL;
    ALTER TABLE erasures DROP COLUMN number_hash, ALTER COLUMN numbers DROP DEFAULT;
    COMMENT ON COLUMN erasures.numbers IS 'Keyed hashes of the numbers it has come across: the last one, and those of the sends that are gone.';
  `);
}
