import type { Knex } from 'knex';

/** Where the movable clock stands; production never moves it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE clock (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      version bigint NOT NULL,
      offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
    );
    COMMENT ON TABLE clock IS 'How far local use and tests have moved the time of the product. The version counts the moves.';
    INSERT INTO clock (version, offset_ms) VALUES (0, 0);
  `);
}
