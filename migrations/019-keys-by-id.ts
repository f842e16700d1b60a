import type { Knex } from 'knex';

/** When keys were last used is written by their ids alone, every few seconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX api_keys_by_id ON api_keys (id)');
}
