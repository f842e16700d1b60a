import type { Knex } from 'knex';

/** Sessions of people who are signed in to the console. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE operator_sessions (
      hash bytea PRIMARY KEY,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX operator_sessions_expired ON operator_sessions (expires_at);
    COMMENT ON COLUMN operator_sessions.hash IS
      'Of the id in the cookie, keyed with the operator token: another token ends every session.';
  `);
}
